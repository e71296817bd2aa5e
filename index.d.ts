/** What {@link buildAgentSystemPrompt} takes. `null` means absent, like `undefined`, in every optional field. */
export interface AgentSystemPromptParams {
  /** The workspace on the host. Control and format characters are removed; blanks at the ends stay. */
  workspaceDir: string
  /**
   * How much of the prompt to render. `minimal` is for sub-agents; `none` is the identity alone. Unknown values
   * count as `full`.
   * @default 'full'
   */
  promptMode?: 'full' | 'minimal' | 'none' | null
  /**
   * Who runs the agent. `openclaw_main` and `pi_main` get the hints for OpenClaw's own tools; unknown values count
   * as a foreign surface.
   * @default 'openclaw_main'
   */
  promptSurface?:
    | 'openclaw_main'
    | 'pi_main'
    | 'codex_app_server'
    | 'cli_backend'
    | 'acp_backend'
    | 'subagent'
    | null
  /**
   * Names of the tools that the model sees. The first spelling of a name is the one shown.
   * @default []
   */
  toolNames?: readonly string[] | null
  /**
   * Names of tools that exist without being listed, such as those behind a gateway; conditions count them.
   * @default []
   */
  capabilityToolNames?: readonly string[] | null
  /**
   * One-line descriptions for tools that have none built in, by tool name in any case.
   * @default {}
   */
  toolSummaries?: Readonly<Record<string, string | null | undefined>> | null
  /**
   * The directory of deferred tool schemas, shown under a heading of its own.
   * @default no directory
   */
  toolSchemaDirectoryPrompt?: string | null
  /**
   * Lines of guidance for native commands; repeats are dropped.
   * @default []
   */
  nativeCommandGuidanceLines?: Iterable<string> | null
  /**
   * Whether ACP sessions may be started. Only `true` counts.
   * @default false
   */
  acpEnabled?: boolean | null
  /**
   * Whether the agent may start sub-agents on its own account. Only `true` counts.
   * @default false
   */
  proactiveSubagentOrchestration?: boolean | null
  /**
   * How strongly the agent should delegate.
   * @default 'suggest'
   */
  subagentDelegationMode?: 'suggest' | 'prefer' | null
  /**
   * The skills list, ready to show.
   * @default no Skills section
   */
  skillsPrompt?: string | null
  /**
   * Whether memory lines appear. Only `false` turns them off.
   * @default true
   */
  includeMemorySection?: boolean | null
  /** Accepted for callers of the peer; what it decides is already in `memoryLines`. */
  memoryCitationsMode?: string | null
  /**
   * The memory section, line by line, heading included. The peer asks its plugins for these.
   * @default []
   */
  memoryLines?: readonly string[] | null
  /**
   * Lines such as `- fast: provider/model`.
   * @default no Model Aliases section
   */
  modelAliasLines?: readonly (string | null | undefined)[] | null
  /**
   * The user's time zone, shown as given.
   * @default no time section
   */
  userTimezone?: string | null
  /** Accepted for callers of the peer; not read. */
  userTime?: string | null
  /** Accepted for callers of the peer; not read. */
  userTimeFormat?: string | null
  /** Accepted for callers of the peer; not read. */
  nativeCommandNames?: readonly string[] | null
  /**
   * Whether file tools are confined to the workspace. Only `true` counts.
   * @default false
   */
  fsWorkspaceOnly?: boolean | null
  /**
   * Notes about the workspace, one line each.
   * @default []
   */
  workspaceNotes?: readonly string[] | null
  /**
   * Local documentation.
   * @default the public documentation
   */
  docsPath?: string | null
  /**
   * Local source code.
   * @default the public repository
   */
  sourcePath?: string | null
  /**
   * The sandbox that tools run in.
   * @default no sandbox
   */
  sandboxInfo?: SandboxInfo | null
  /**
   * How far this run can take the workspace's first-time setup.
   * @default 'none'
   */
  bootstrapMode?: 'full' | 'limited' | 'none' | null
  /**
   * What the model should know about context files that were cut.
   * @default no notice
   */
  bootstrapTruncationNotice?: string | null
  /**
   * Files whose content goes into the prompt. `HEARTBEAT.md` goes below the cache boundary, all others above it;
   * well-known names come first. A file without a path is left out.
   * @default []
   */
  contextFiles?: readonly ContextFile[] | null
  /**
   * Whether the model marks its reasoning with tags.
   * @default false
   */
  reasoningTagHint?: boolean | null
  /**
   * Current visibility of reasoning.
   * @default 'off'
   */
  reasoningLevel?: 'off' | 'on' | 'stream' | null
  /**
   * Current thinking level, for the runtime line.
   * @default 'off'
   */
  defaultThinkLevel?:
    | 'off'
    | 'minimal'
    | 'low'
    | 'medium'
    | 'high'
    | 'xhigh'
    | 'adaptive'
    | 'max'
    | 'ultra'
    | null
  /**
   * Authorized senders. Anything that is not a string is shown as `String(x)`.
   * @default no Authorized Senders section
   */
  ownerNumbers?: readonly string[] | null
  /**
   * Whether senders are shown as they are or as the first 12 digits of a SHA-256.
   * @default 'raw'
   */
  ownerDisplay?: 'raw' | 'hash' | null
  /**
   * Key of the hash; with it, an HMAC-SHA256.
   * @default no key
   */
  ownerDisplaySecret?: string | null
  /**
   * Whether the silent reply token is offered.
   * @default 'generic'
   */
  silentReplyPromptMode?: 'generic' | 'none' | null
  /**
   * Whether the model's final text reaches the user, or only what it sends with the message tool.
   * @default 'automatic'
   */
  sourceReplyDeliveryMode?: 'automatic' | 'message_tool_only' | null
  /**
   * Whether a message must name its target this turn. Matters only with `message_tool_only`.
   * @default false
   */
  requireExplicitMessageTarget?: boolean | null
  /**
   * Hints for the message tool, shown as given.
   * @default []
   */
  messageToolHints?: Iterable<string> | null
  /**
   * Guidance for spoken replies.
   * @default no Voice section
   */
  ttsHint?: string | null
  /**
   * Context for this conversation.
   * @default no such section
   */
  extraSystemPrompt?: string | null
  /**
   * The configured heartbeat prompt.
   * @default no Heartbeats section
   */
  heartbeatPrompt?: string | null
  /**
   * How often to react with emoji.
   * @default no Reactions section
   */
  reactionGuidance?: ReactionGuidance | null
  /**
   * What the model provider contributes.
   * @default nothing
   */
  promptContribution?: PromptContribution | null
  /**
   * Facts of the runtime, for the runtime line and for conditions.
   * @default all unknown
   */
  runtimeInfo?: RuntimeInfo | null
  /**
   * Ids of the channels that can deliver a message. The peer asks its registry for these.
   * @default the 24 channels bundled with the peer
   */
  deliverableChannels?: readonly string[] | null
  /**
   * Language tag that decides the order of file names and capabilities. The peer uses its process's locale.
   * @default 'en-US'
   */
  locale?: string | null
}

/** A file whose content goes into the prompt. */
export interface ContextFile {
  /** Shown in the heading, on one line. Its last segment decides the file's place. */
  path: string
  /** The content. Runs of three and more line feeds become two. */
  content: string
}

/** The sandbox that tools run in. */
export interface SandboxInfo {
  /**
   * Whether tools run in the sandbox.
   * @default false
   */
  enabled?: boolean | null
  /**
   * Working directory inside the sandbox.
   * @default the workspace
   */
  containerWorkspaceDir?: string | null
  /**
   * The host's directory behind the sandbox.
   * @default not shown
   */
  workspaceDir?: string | null
  /**
   * Where the agent's workspace is mounted.
   * @default not shown
   */
  agentWorkspaceMount?: string | null
  /**
   * Access to the workspace.
   * @default not shown
   */
  workspaceAccess?: 'none' | 'ro' | 'rw' | null
  /**
   * Address of the sandbox's browser; the prompt says only that there is one.
   * @default no browser
   */
  browserBridgeUrl?: string | null
  /**
   * Whether the sandbox may use the host's browser.
   * @default not said
   */
  hostBrowserAllowed?: boolean | null
  /**
   * Elevated execution.
   * @default not described
   */
  elevated?: ElevatedInfo | null
}

/** Elevated execution in a sandbox. */
export interface ElevatedInfo {
  /**
   * Whether elevated execution is allowed.
   * @default false
   */
  allowed?: boolean | null
  /**
   * Current level, shown as given.
   * @default the text `undefined`, as in the peer
   */
  defaultLevel?: 'on' | 'off' | 'ask' | 'full' | null
  /**
   * Whether approvals may be skipped. `false` is said, absence is not.
   * @default not said
   */
  fullAccessAvailable?: boolean | null
  /**
   * Why approvals may not be skipped.
   * @default 'runtime'
   */
  fullAccessBlockedReason?: 'host-policy' | 'channel' | 'sandbox' | 'runtime' | null
}

/** How often to react with emoji. */
export interface ReactionGuidance {
  /**
   * Rarely or freely. Anything but `minimal` counts as `extensive`.
   * @default 'extensive'
   */
  level?: 'minimal' | 'extensive' | null
  /** The channel that reactions are for, shown as given. */
  channel?: string | null
}

/** What a model provider contributes. Blocks are normalised: line ends, trailing blanks, lone surrogates. */
export interface PromptContribution {
  /**
   * A block above the cache boundary, before Safety.
   * @default none
   */
  stablePrefix?: string | null
  /**
   * A block below the cache boundary.
   * @default none
   */
  dynamicSuffix?: string | null
  /**
   * Blocks that replace whole sections, heading included.
   * @default {}
   */
  sectionOverrides?: SectionOverrides | null
}

/** Sections that a provider may replace. */
export interface SectionOverrides {
  /**
   * Stands before Tool Call Style; has no default text.
   * @default none
   */
  interaction_style?: string | null
  /**
   * Replaces Tool Call Style and takes out the line about exec approval.
   * @default the shipped section
   */
  tool_call_style?: string | null
  /**
   * Replaces Execution Bias; appears in minimal mode too.
   * @default the shipped section
   */
  execution_bias?: string | null
}

/** Facts of the runtime. */
export interface RuntimeInfo {
  /**
   * The agent.
   * @default not shown
   */
  agentId?: string | null
  /**
   * Key of the session. Control and format characters are removed.
   * @default not shown
   */
  sessionKey?: string | null
  /**
   * Id of the session. Control and format characters are removed.
   * @default not shown
   */
  sessionId?: string | null
  /**
   * Name of the host.
   * @default not shown
   */
  host?: string | null
  /**
   * Root of the repository the workspace belongs to.
   * @default not shown
   */
  repoRoot?: string | null
  /**
   * Operating system.
   * @default not shown
   */
  os?: string | null
  /**
   * Processor architecture.
   * @default not shown
   */
  arch?: string | null
  /**
   * Version of Node.
   * @default not shown
   */
  node?: string | null
  /**
   * The model, also named in a line of its own.
   * @default not shown
   */
  model?: string | null
  /**
   * The default model.
   * @default not shown
   */
  defaultModel?: string | null
  /**
   * The user's shell.
   * @default not shown
   */
  shell?: string | null
  /**
   * The channel this turn came through, in any case.
   * @default not known
   */
  channel?: string | null
  /**
   * Kind of conversation: `direct` (or `dm`), `group`, `channel`. Anything else counts as not known.
   * @default not known
   */
  chatType?: string | null
  /**
   * What the channel can do, such as `inlineButtons`.
   * @default []
   */
  capabilities?: readonly string[] | null
  /**
   * Background shells in scope.
   * @default []
   */
  activeProcessSessions?: readonly ActiveProcessSession[] | null
}

/** A background shell. */
export interface ActiveProcessSession {
  /** Id for the process tool. */
  sessionId: string
  /** State, such as `running`. */
  status: string
  /**
   * Process id; shown when it is a number.
   * @default not shown
   */
  pid?: number | null
  /**
   * Working directory.
   * @default not shown
   */
  cwd?: string | null
  /** What runs. */
  name: string
}

/**
 * A gateway's config as it was loaded, such as `loadGatewayConfig` returns. Only keys that docs/config.md names are
 * read; a value of the wrong type counts as absent, and so do functions and `undefined`.
 */
export type GatewayConfig = object

/** Speech preferences that the user stored outside the config; `loadTtsPreferences` reads them. */
export interface TtsPreferences {
  /**
   * When replies are spoken.
   * @default what `enabled` says, else the config
   */
  auto?: 'off' | 'always' | 'inbound' | 'tagged'
  /**
   * Older switch: `always` or `off`.
   * @default not said
   */
  enabled?: boolean
  /**
   * Longest spoken text in characters.
   * @default 1500
   */
  maxLength?: number
  /**
   * Whether longer text is summarised.
   * @default true
   */
  summarize?: boolean
  /**
   * Id of the voice; `null` is none.
   * @default the config's
   */
  persona?: string | null
}

/** Where an agent's prompt settings come from. */
export interface PromptConfigSource {
  /**
   * The gateway's config.
   * @default no config
   */
  config?: GatewayConfig | null
  /**
   * The agent whose own entry counts before the defaults.
   * @default the defaults alone
   */
  agentId?: string | null
  /**
   * Speech preferences that the user stored.
   * @default none
   */
  ttsPreferences?: TtsPreferences | null
  /**
   * Language tag that decides the order of model aliases. The peer uses its process's locale.
   * @default 'en-US'
   */
  locale?: string | null
}

/** What a config says about an agent's prompt. Each is also a render parameter. */
export interface AgentPromptSettings {
  /** `commands.ownerDisplay` as written; anything but `hash` counts as `raw`. Absent when not set. */
  ownerDisplay?: 'raw' | 'hash'
  /** `commands.ownerDisplaySecret`, trimmed. Absent when not set or not in hash mode. */
  ownerDisplaySecret?: string
  /** The agent's, else the defaults', else `suggest`. */
  subagentDelegationMode: 'suggest' | 'prefer'
  /** How to speak. Absent when speech is off. */
  ttsHint?: string
  /** Lines such as `- fast: provider/model`, sorted by alias. */
  modelAliasLines: string[]
  /** `memory.citations` as written. Absent when not set. */
  memoryCitationsMode?: string
  /** Whether file tools are confined to the workspace. */
  fsWorkspaceOnly: boolean
}

/** Render parameters together with the config that overrides some of them. */
export interface ConfiguredPromptParams extends AgentSystemPromptParams, Omit<PromptConfigSource, 'locale'> {
  /**
   * Whether the config's settings replace the caller's, even where the config says nothing. With `false` the
   * caller's values stay and the config fills the rest.
   * @default true
   */
  configWins?: boolean | null
}

/** Who renders: a run inside the gateway, a run behind a command-line agent, a preview, a compaction. */
export type RunAdapter = 'embedded' | 'cli' | 'preview' | 'compaction'

/** What `adaptRun` takes besides the run. */
export interface AdaptRunOptions {
  /**
   * The gateway's config.
   * @default no config
   */
  config?: GatewayConfig | null
  /**
   * Speech preferences that the user stored.
   * @default none
   */
  ttsPreferences?: TtsPreferences | null
  /**
   * Language tag that decides the order of model aliases.
   * @default 'en-US'
   */
  locale?: string | null
}

/** The parameters of a run's prompt. */
export interface AdaptedRun {
  /** What to render. */
  params: AgentSystemPromptParams
  /** What in the config could not be used. */
  diagnostics: ConfigDiagnostic[]
}

/** Something in the config that could not be used. */
export interface ConfigDiagnostic {
  /** Why: `unknown-time-zone` means that the host's zone is used instead. */
  reason: 'unknown-time-zone'
  /** The config key at fault. */
  key: string
}

/** The facts of one run. An adapter passes its own choice of them; a key that is not listed here is an error. */
export interface AgentRun {
  /** The workspace that is in effect. */
  workspaceDir: string
  /**
   * Working directory of a command-line agent.
   * @default the workspace
   */
  cwd?: string | null
  /**
   * The agent.
   * @default the one that the session key names, else the config's default agent
   */
  agentId?: string | null
  /**
   * Key of the session; it decides surface and mode.
   * @default a main session
   */
  sessionKey?: string | null
  /**
   * Id of the session.
   * @default not shown
   */
  sessionId?: string | null
  /**
   * What started the turn, such as `user`, `cron` or `heartbeat`.
   * @default not known
   */
  trigger?: string | null
  /**
   * What the turn is for; `raw` means that the caller wants no prompt of ours.
   * @default 'turn'
   */
  kind?: 'turn' | 'commitment-only' | 'side-question' | 'raw' | null
  /**
   * Tools that this run is restricted to. A restricted run has the minimal prompt and no skills.
   * @default no restriction
   */
  toolsAllow?: readonly string[] | null
  /**
   * Prompt mode, when the caller chose one.
   * @default by session
   */
  promptMode?: 'full' | 'minimal' | 'none' | null
  /**
   * Thinking level, `off` to `ultra`.
   * @default not shown
   */
  thinkLevel?: string | null
  /**
   * Visibility of reasoning: `off`, `on` or `stream`.
   * @default 'off'
   */
  reasoningLevel?: string | null
  /**
   * The model.
   * @default not known
   */
  model?: RunModel | null
  /**
   * The machine.
   * @default not known
   */
  host?: RunHost | null
  /**
   * The channel of the conversation.
   * @default no channel
   */
  channel?: RunChannel | null
  /**
   * The tools.
   * @default none
   */
  tools?: RunTools | null
  /**
   * What is injected.
   * @default nothing
   */
  context?: RunContext | null
  /**
   * Ids of the owners.
   * @default []
   */
  ownerNumbers?: readonly string[] | null
  /**
   * The sandbox.
   * @default no sandbox
   */
  sandbox?: SandboxInfo | null
  /**
   * Whether ACP sessions can be spawned.
   * @default false
   */
  acpSpawnable?: boolean | null
  /**
   * Whether the run has no gateway around it.
   * @default false
   */
  withoutGateway?: boolean | null
  /**
   * The context engine in charge; any but `legacy` takes over the memory section.
   * @default 'legacy'
   */
  contextEngine?: string | null
  /**
   * Background processes in scope.
   * @default []
   */
  processSessions?: readonly ActiveProcessSession[] | null
  /**
   * Who delivers the visible reply.
   * @default the renderer's
   */
  sourceReplyDeliveryMode?: 'automatic' | 'message_tool_only' | null
  /**
   * Whether the message tool needs a target in this turn.
   * @default the renderer's
   */
  requireExplicitMessageTarget?: boolean | null
  /**
   * Whether the silent reply token is explained; see `resolveSilentReplyPromptMode`.
   * @default the renderer's
   */
  silentReplyPromptMode?: 'generic' | 'none' | null
}

/** The model of a run. */
export interface RunModel {
  /**
   * Id of the provider.
   * @default not known
   */
  provider?: string | null
  /**
   * Id of the model, without its provider.
   * @default not known
   */
  id?: string | null
  /**
   * `provider/model` that the agent uses unless told otherwise.
   * @default not shown
   */
  defaultModel?: string | null
  /**
   * Whether the provider marks reasoning with tags.
   * @default false
   */
  taggedReasoning?: boolean | null
  /**
   * The overlay of the provider's plugin.
   * @default none
   */
  providerOverlay?: PromptContribution | null
  /**
   * The contribution of the provider's plugin.
   * @default none
   */
  providerContribution?: PromptContribution | null
}

/** The machine of a run. */
export interface RunHost {
  /**
   * Machine name.
   * @default not shown
   */
  name?: string | null
  /**
   * Operating system and its version; see `describeOperatingSystem`.
   * @default not shown
   */
  os?: string | null
  /**
   * Processor architecture.
   * @default not shown
   */
  arch?: string | null
  /**
   * Version of Node.
   * @default not shown
   */
  node?: string | null
  /**
   * Shell that runs commands.
   * @default not shown
   */
  shell?: string | null
  /**
   * Root of the repository around the workspace; see `findRepoRootSync`.
   * @default not shown
   */
  repoRoot?: string | null
  /**
   * Time zone of the host, for a config that names none.
   * @default 'UTC'
   */
  timeZone?: string | null
  /**
   * Local documentation; see `findReferencePaths`.
   * @default the public documentation
   */
  docsPath?: string | null
  /**
   * Local source checkout; see `findReferencePaths`.
   * @default the public repository
   */
  sourcePath?: string | null
}

/** The channel of a conversation. */
export interface RunChannel {
  /**
   * Channel id.
   * @default not known
   */
  id?: string | null
  /**
   * `direct`, `group` or `channel`.
   * @default not known
   */
  chatType?: string | null
  /**
   * What the channel can do; see `resolveChannelCapabilities`.
   * @default []
   */
  capabilities?: readonly string[] | null
  /**
   * How often the agent reacts.
   * @default no Reactions section
   */
  reactionGuidance?: { level: 'minimal' | 'extensive'; channel: string } | null
  /**
   * Hints of the channel for its message tool.
   * @default []
   */
  messageToolHints?: readonly string[] | null
}

/** The tools of a run. */
export interface RunTools {
  /**
   * Tools that the model sees.
   * @default []
   */
  names?: readonly string[] | null
  /**
   * Tools that count without being listed.
   * @default []
   */
  capabilityNames?: readonly string[] | null
  /**
   * Tools that a command-line agent reaches through the gateway.
   * @default []
   */
  loopbackNames?: readonly string[] | null
  /**
   * Directory of tools whose schemas load on demand, while it is active.
   * @default no directory
   */
  schemaDirectoryPrompt?: string | null
  /**
   * Lines that plugins add about their native commands.
   * @default []
   */
  nativeCommandGuidance?: readonly NativeCommandGuidance[] | null
}

/** A line that a plugin adds about its native commands. */
export interface NativeCommandGuidance {
  /** The line. */
  line: string
  /**
   * Surfaces that show it.
   * @default all
   */
  surfaces?: ReadonlyArray<NonNullable<AgentSystemPromptParams['promptSurface']>> | null
}

/** What is injected into the prompt of a run. */
export interface RunContext {
  /**
   * Workspace files, cut to budget and routed.
   * @default []
   */
  files?: readonly ContextFile[] | null
  /**
   * Whether the config keeps files out: injection mode `never`.
   * @default false
   */
  neverInject?: boolean | null
  /**
   * Whether the workspace still has its `BOOTSTRAP.md`.
   * @default false
   */
  bootstrapPending?: boolean | null
  /**
   * How much of the bootstrap instructions is shown.
   * @default 'none'
   */
  bootstrapMode?: 'full' | 'limited' | 'none' | null
  /**
   * Says which bootstrap files were cut.
   * @default no notice
   */
  bootstrapTruncationNotice?: string | null
  /**
   * The skills list.
   * @default no Skills section
   */
  skillsPrompt?: string | null
  /**
   * Whether a command-line agent loads the skills from a plugin folder by itself.
   * @default false
   */
  skillsByPluginDir?: boolean | null
  /**
   * Prompt of the conversation or of the sub-agent's task.
   * @default none
   */
  extraSystemPrompt?: string | null
}

/** Where the capabilities of a channel come from. */
export interface ChannelCapabilitySources {
  /**
   * `capabilities` in the channel's config.
   * @default not set
   */
  channel?: readonly string[] | null
  /**
   * `capabilities` in the account's config; beats the channel's.
   * @default not set
   */
  account?: readonly string[] | null
  /**
   * What the channel's plugin declares.
   * @default []
   */
  plugin?: readonly string[] | null
  /**
   * Whether the plugin declares approvals of its own.
   * @default false
   */
  nativeApprovals?: boolean | null
  /**
   * Whether sub-agents may be bound to threads.
   * @default false
   */
  threadboundSubagentSpawn?: boolean | null
  /**
   * Whether ACP sessions may be bound to threads.
   * @default false
   */
  threadboundAcpSpawn?: boolean | null
}

/** What decides whether the silent reply token is explained. */
export interface SilentReplyRequest {
  /**
   * Text that a direct chat puts into the prompt.
   * @default none
   */
  directChatContext?: string | null
  /**
   * Text that a group chat puts into the prompt.
   * @default none
   */
  groupChatContext?: string | null
  /**
   * Who delivers the visible reply.
   * @default 'automatic'
   */
  sourceReplyDeliveryMode?: 'automatic' | 'message_tool_only' | null
}

/** What `resolveGpt5SystemPromptContribution` takes. */
export interface Gpt5ContributionRequest {
  /**
   * The gateway's config.
   * @default no config
   */
  config?: GatewayConfig | null
  /**
   * The provider that serves the model.
   * @default one that the `openai` plugin speaks for
   */
  providerId?: string | null
  /**
   * Id of the model, with or without its provider.
   * @default no GPT-5 model
   */
  modelId?: string | null
  /**
   * Config that a plugin was started with; its `personality` is the weakest source.
   * @default none
   */
  legacyPluginConfig?: Readonly<Record<string, unknown>> | null
  /**
   * `false` turns the overlay off.
   * @default true
   */
  enabled?: boolean | null
  /**
   * What started the turn.
   * @default not a heartbeat
   */
  trigger?: string | null
  /**
   * Whether the style grows as on a heartbeat, whatever the trigger.
   * @default false
   */
  includeHeartbeatGuidance?: boolean | null
}

/** What one hook returned, or what several came to. */
export interface PromptHookResult {
  /**
   * Replaces the system prompt (legacy).
   * @default nothing
   */
  systemPrompt?: string | null
  /**
   * Goes before the user prompt.
   * @default nothing
   */
  prependContext?: string | null
  /**
   * Goes after the user prompt.
   * @default nothing
   */
  appendContext?: string | null
  /**
   * Goes before the system prompt, fenced.
   * @default nothing
   */
  prependSystemContext?: string | null
  /**
   * Goes after the system prompt, fenced.
   * @default nothing
   */
  appendSystemContext?: string | null
}

/** What `buildMemoryPromptSection` takes. */
export interface MemorySectionRequest {
  /**
   * Names of the tools, in any case.
   * @default []
   */
  availableTools?: Iterable<string> | null
  /**
   * `memory.citations`; only `off` turns citations off.
   * @default citations are on
   */
  citationsMode?: string | null
  /**
   * Lines of another memory plugin instead of the bundled memory's.
   * @default the bundled memory's
   */
  primaryLines?: readonly string[] | null
  /**
   * What plugins add.
   * @default []
   */
  supplements?: readonly MemorySupplement[] | null
  /**
   * Language tag that decides the order of plugin ids.
   * @default 'en-US'
   */
  locale?: string | null
}

/** What a plugin adds to the memory section. */
export interface MemorySupplement {
  /** Id of the plugin. */
  pluginId: string
  /** Its lines. */
  lines: readonly string[]
}

/** What `formatEnvelopeHeader` takes. */
export interface EnvelopeHeaderRequest {
  /**
   * The gateway's config.
   * @default no config
   */
  config?: GatewayConfig | null
  /**
   * Time zone of the host.
   * @default that of the process
   */
  hostTimezone?: string | null
  /**
   * Name of the channel.
   * @default 'Channel'
   */
  channel?: string | null
  /**
   * Who sent the message.
   * @default left out
   */
  from?: string | null
  /**
   * Host of the sender.
   * @default left out
   */
  host?: string | null
  /**
   * Address of the sender.
   * @default left out
   */
  ip?: string | null
  /**
   * When the message came, in milliseconds since 1970.
   * @default left out
   */
  timestamp?: Date | number | null
  /**
   * When the one before came.
   * @default left out
   */
  previousTimestamp?: Date | number | null
}

/** A change of the config that an agent proposes. */
export interface ConfigMutationRequest {
  /** `apply` replaces the config, `patch` is merged into it. */
  action: 'apply' | 'patch'
  /** The config as it is. */
  currentConfig: GatewayConfig
  /** What the agent proposes, as an object or as JSON5 text. */
  proposed: unknown
  /**
   * Lists that a patch replaces although their entries have ids, as paths such as `agents.list`.
   * @default []
   */
  replacePaths?: readonly string[] | null
  /**
   * Flags that plugins declare as dangerous.
   * @default []
   */
  declaredFlags?: readonly DeclaredFlag[] | null
}

/** A key of a plugin's config that is dangerous at one value. */
export interface DeclaredFlag {
  /** The plugin's id. */
  pluginId: string
  /** The key below the plugin's `config`, with dots between steps. */
  path: string
  /** The value that is dangerous. */
  equals: unknown
}

/** How `loadGatewayConfig` finds variables and includes. */
export interface LoadGatewayConfigOptions {
  /**
   * Variables for `${NAME}`.
   * @default process.env
   */
  env?: Readonly<Record<string, string | undefined>> | null
  /**
   * Folders besides that of the config that includes may come from.
   * @default the list in `OPENCLAW_INCLUDE_ROOTS`
   */
  includeRoots?: readonly string[] | null
}

/** A config that was read. */
export interface LoadedGatewayConfig {
  /** The whole config, includes and variables resolved. */
  config: Record<string, unknown>
  /** The files it came from, the main one first. */
  files: string[]
}

/** What `resolveGatewayPaths` takes. */
export interface GatewayPathsRequest {
  /** The gateway's config. */
  config: GatewayConfig
  /**
   * The agent.
   * @default the config's default agent
   */
  agentId?: string | null
  /**
   * Path of the config file; its folder keeps the state.
   * @default `.openclaw` in the home folder keeps the state
   */
  configPath?: string | null
  /**
   * Variables of the gateway.
   * @default process.env
   */
  env?: Readonly<Record<string, string | undefined>> | null
}

/** What finds the gateway's documentation and source. */
export interface ReferencePathsRequest {
  /**
   * The workspace, whose `docs` come first.
   * @default none
   */
  workspaceDir?: string | null
  /**
   * Folder of the module that asks; it and those above it may be the gateway's package.
   * @default none
   */
  moduleDir?: string | null
  /**
   * The script that Node runs, `process.argv[1]`.
   * @default none
   */
  script?: string | null
  /**
   * The current directory.
   * @default none
   */
  currentDir?: string | null
}

/** What finds the repository around a run. */
export interface RepoRootRequest {
  /**
   * `agents.defaults.repoRoot`.
   * @default none
   */
  configured?: string | null
  /**
   * The workspace.
   * @default none
   */
  workspaceDir?: string | null
  /**
   * The current directory.
   * @default none
   */
  currentDir?: string | null
}

/**
 * Which binding artifact the generated loader actually loaded: `'native'` for
 * a native addon, otherwise the `platformArchABI` of the WASI flavor. Every
 * flavor napi-rs can build is listed, because `NAPI_RS_NATIVE_LIBRARY_PATH`
 * can point the loader at a WASI artifact this package does not build itself.
 */
export declare const __napiBindingTarget: 'native' | 'wasm32-wasi' | 'wasm32-wasip1'

/**
 * Renders prompts from the shipped definition with overlays applied.
 *
 * Overlays are checked and compiled once, by the constructor.
 */
export declare class PromptBuilder {
  /** @throws `ERR_INVALID_OVERLAY` with file, line, key and remedy when an overlay is wrong */
  constructor(options?: PromptBuilderOptions | undefined | null)
  /**
   * Renders the prompt as text; see `buildAgentSystemPrompt`.
   *
   * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
   */
  build(params: AgentSystemPromptParams): string
  /**
   * Renders the prompt with the map of its sections; see `renderAgentSystemPrompt`.
   *
   * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
   */
  render(params: AgentSystemPromptParams): RenderedPrompt
  /**
   * Renders the two halves of the prompt, for providers that cache the first one.
   *
   * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
   */
  parts(params: AgentSystemPromptParams): PromptParts
  /** Lists what the overlays changed, in the order in which they changed it. */
  describe(): Array<OverlayChange>
  /**
   * Lists the lines above the cache boundary that depend on what a turn may change, as `section.key`.
   *
   * The shipped definition has none. One that an overlay adds makes the provider's cache miss whenever the
   * channel, the model, the senders or the like change.
   */
  volatileLines(): Array<string>
  /**
   * Tells for every line of the definition whether it is in the prompt, and if not, why not.
   *
   * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
   */
  explain(params: AgentSystemPromptParams): Array<ExplainedLine>
}

/**
 * Turns the facts of one run into the parameters of its prompt, the config's settings included.
 *
 * docs/config.md has a table of what each adapter passes. Render the result with `buildAgentSystemPrompt` or a
 * `PromptBuilder`.
 *
 * @throws `ERR_INVALID_PARAMETER` when a fact is unknown or has a wrong type, or `workspaceDir` is missing
 * @throws `ERR_INVALID_LOCALE` when `locale` is not a language tag
 */
export declare function adaptRun(adapter: RunAdapter, run: AgentRun, options?: AdaptRunOptions | null): AdaptedRun

/**
 * Appends the line that names the model, or replaces the first such line and deletes the others.
 *
 * A blank model leaves the prompt as it is. When a line is replaced, every CRLF in the prompt becomes LF.
 */
export declare function appendModelIdentitySystemPrompt(prompt: string, model: string): string

/**
 * The system prompt with what hooks of `before_prompt_build` and the like say: replaced by `systemPrompt`, then
 * with the system contexts before and after it, fenced and marked as a plugin's.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function applyPromptHooks(systemPrompt: string, hooks: PromptHookResult | null | undefined): string

/**
 * The user prompt with the contexts that hooks put before and after it.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function applyPromptHooksToUserPrompt(userPrompt: string, hooks: PromptHookResult | null | undefined): string

/** How the binary was built: `release`, or `debug` when it must not be measured or shipped. */
export declare const BUILD_PROFILE: string

/**
 * Renders the system prompt of an agent.
 *
 * A drop-in for the peer's function of the same name: what that coerces is coerced here, and where it throws
 * this throws too, with the field's name. docs/parity.md lists what differs on purpose.
 *
 * @throws `ERR_INVALID_PARAMETER` when a field has a type that cannot be used
 * @throws `ERR_INVALID_LOCALE` when `locale` is not a language tag
 */
export declare function buildAgentSystemPrompt(params: AgentSystemPromptParams): string

/**
 * Renders the system prompt of an agent under a gateway's config.
 *
 * A drop-in for the peer's function of the same name. `resolveConfiguredPromptParams` tells what the config
 * replaced.
 *
 * @throws `ERR_INVALID_PARAMETER` when a field has a type that cannot be used
 * @throws `ERR_INVALID_LOCALE` when `locale` is not a language tag
 */
export declare function buildConfiguredAgentSystemPrompt(params: ConfiguredPromptParams): string

/**
 * The lines of the memory section, for the parameter `memoryLines`: those of the bundled memory, or of another
 * memory plugin, then those of supplements in the order of their plugins.
 *
 * The bundled memory has lines when `memory_search` or `memory_get` is among the tools.
 *
 * @throws `ERR_INVALID_PARAMETER`
 * @throws `ERR_INVALID_LOCALE` when `locale` is not a language tag
 */
export declare function buildMemoryPromptSection(params: MemorySectionRequest): Array<string>

/**
 * Tells whether an agent's `config.apply` or `config.patch` may be written.
 *
 * It is an allowlist of harmless paths, see docs/config.md; on top of it no flag that the security audit calls
 * dangerous may become enabled. A write that changes nothing is allowed. Nothing is thrown for a refused change.
 *
 * @throws `ERR_INVALID_PARAMETER` when a field is missing, unknown or has a wrong type
 * @throws `ERR_CONFIG_SYNTAX` when `proposed` is a text that is not JSON5
 */
export declare function checkGatewayConfigMutation(request: ConfigMutationRequest): ConfigMutationVerdict

/** What the guard says about a change. */
export interface ConfigMutationVerdict {
  /** Whether the change may be written. */
  allowed: boolean
  /** Why not; absent when it may. */
  reason?: 'not-an-object' | 'protected-paths' | 'dangerous-flags'
  /** The protected paths that would change, sorted; `tools.bash.` is written `tools.exec.`. */
  protectedPaths: Array<string>
  /** The insecure or dangerous flags that would become enabled, as `path=value`. */
  dangerousFlags: Array<string>
  /** The refusal in a sentence; absent when the change is allowed. */
  message?: string
}

/** Parameters after the config had its say. */
export interface ConfiguredPrompt {
  /**
   * What to render: the caller's parameters with the config's settings, without `config`, `agentId`,
   * `configWins` and `ttsPreferences`.
   */
  params: AgentSystemPromptParams
  /** The caller's fields that held another value and were replaced or erased. */
  overwritten: Array<keyof AgentPromptSettings>
}

/**
 * The operating system as the runtime line shows it: `macOS 15.1`, or type and release.
 *
 * `type` and `release` are what `os.type()` and `os.release()` return, `macVersion` is the product version.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function describeOperatingSystem(system: { type: string; release: string; macVersion?: string | null }): string

/** Appends a cache boundary to a prompt that has none. A blank prompt is returned as it is. */
export declare function ensureSystemPromptCacheBoundary(prompt: string): string

/** The fate of one line of the prompt definition. */
export interface ExplainedLine {
  /** Section of the line. */
  section: string
  /** Key of the line within its section. */
  key: string
  /** Whether the line is in the prompt. */
  shown: boolean
  /**
   * What decided against it: the first entry of its section's or its own `when` that does not hold, `empty`
   * when it has nothing to say, `mode:none` when the mode leaves it out. Absent when the line is shown.
   */
  decidedBy?: string
  /** How the line reads; empty when it is not shown. */
  text: string
}

/**
 * Finds local documentation and source: `docs` of the workspace or of the gateway's package if it holds a
 * `docs.json`; the package's root if it is a git checkout.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function findReferencePaths(params: ReferencePathsRequest): Promise<ReferencePaths>

/**
 * The twin of `findReferencePaths` that blocks.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function findReferencePathsSync(params: ReferencePathsRequest): ReferencePaths

/**
 * Finds the root of the repository around a run: `configured` (`agents.defaults.repoRoot`) if it is a folder,
 * else the first folder with a `.git` at or above the workspace, then the current directory. Blocks for a few
 * look-ups in the file system.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function findRepoRootSync(params: RepoRootRequest): string | undefined

/**
 * The two lines of a status card: local time with its zone, and the same instant in UTC.
 *
 * `undefined` when `timeZone` names none: take it from `resolveUserTimezone`.
 *
 * @throws `ERR_INVALID_PARAMETER` when a field has a wrong type or `instant` is no date
 */
export declare function formatCurrentTimeLines(params: { instant: Date | number; timeZone: string; format: '12' | '24' }): string | undefined

/**
 * The header of an inbound message, such as `[Telegram Ann +2m Mon 2026-01-05T22:26:34Z]`.
 *
 * `agents.defaults.envelopeTimezone`, `.envelopeTimestamp` and `.envelopeElapsed` shape it.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function formatEnvelopeHeader(params: EnvelopeHeaderRequest): string

/**
 * Local time in English, such as `Monday, January 5th, 2026 - 16:26`; `undefined` when the zone names none or
 * the date is not one.
 *
 * @throws `ERR_INVALID_PARAMETER` when an argument has a wrong type
 */
export declare function formatUserTime(instant: Date | number, timeZone: string, format: '12' | '24'): string | undefined

/** Where a gateway keeps what belongs to an agent. */
export interface GatewayPaths {
  /** What `~` stands for. */
  homeDir: string
  /** Folder of the gateway's state. */
  stateDir: string
  /** The agent's workspace. */
  workspaceDir: string
  /** File with the speech preferences. */
  ttsPreferencesPath: string
}

/**
 * Whether approvals are asked for in the channel's own interface first.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function hasNativeApprovals(channel: string | null | undefined, capabilities?: readonly string[] | null): boolean

/**
 * Whether the name, once trimmed, names a time zone: of the time zone database in any case, an older name such
 * as `PST`, or an offset such as `+02:00`.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function isTimeZone(name: string): boolean

/**
 * Reads a gateway's config: JSON5, `$include`, `${VARIABLE}`; see docs/config.md.
 *
 * Rejects with `ERR_CONFIG_UNREADABLE`, `ERR_CONFIG_SYNTAX`, `ERR_CONFIG_INCLUDE` or `ERR_CONFIG_VARIABLE`; the
 * message names file, line and key.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function loadGatewayConfig(path: string, options?: LoadGatewayConfigOptions | null): Promise<LoadedGatewayConfig>

/**
 * The twin of `loadGatewayConfig` that blocks.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_CONFIG_UNREADABLE`, `ERR_CONFIG_SYNTAX`, `ERR_CONFIG_INCLUDE`,
 *   `ERR_CONFIG_VARIABLE`
 */
export declare function loadGatewayConfigSync(path: string, options?: LoadGatewayConfigOptions | null): LoadedGatewayConfig

/**
 * Reads stored speech preferences, for `ttsPreferences`; a file that is missing or broken holds none.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function loadTtsPreferences(path: string): Promise<TtsPreferences>

/**
 * The twin of `loadTtsPreferences` that blocks.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function loadTtsPreferencesSync(path: string): TtsPreferences

/**
 * Merges provider contributions in order, or `undefined` when there is none; absent ones are skipped.
 *
 * Prefixes and suffixes are joined by a blank line, blank ones and repeats dropped. Of two overrides for a
 * section the later wins; an empty one brings the section's own text back.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function mergePromptContributions(contributions: ReadonlyArray<PromptContribution | null | undefined>): PromptContribution | undefined

/**
 * What several hook results come to, in the order in which they ran; absent ones are skipped.
 *
 * The first `systemPrompt` wins; contexts are joined by a blank line.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function mergePromptHookResults(results: ReadonlyArray<PromptHookResult | null | undefined>): PromptHookResult

/**
 * The id under which the gateway knows an agent: lower case, of letters, digits, `_` and `-`, up to 64 long;
 * blank is `main`.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function normalizeAgentId(agentId: string | null | undefined): string

/** One thing that an overlay changed. */
export interface OverlayChange {
  /** Name of the overlay. */
  overlay: string
  /** Dotted path of what it changed, such as `skills.scan`. */
  key: string
  /** What it did, such as `line dropped`. */
  action: string
}

/** What the renderer would ignore, coerce or refuse. */
export interface ParameterProblem {
  /** Path of the field, such as `runtimeInfo.capabilities[0]`. */
  field: string
  /** What is wrong with it. Never contains the value. */
  message: string
  /** What is allowed: values of a closed set, known keys, or the expected type. */
  allowed: Array<string>
}

/**
 * Puts an addition first below the cache boundary; without a boundary, in front of the prompt.
 *
 * The addition is normalised like a provider's block. What is not a string, or blank, adds nothing.
 */
export declare function prependSystemPromptAdditionAfterCacheBoundary(prompt: string, addition: string | null | undefined): string

/** Options of a `PromptBuilder`. */
export interface PromptBuilderOptions {
  /**
   * Overlays, applied in order: TOML text with a name, or an object of the same shape as the TOML.
   * @default []
   */
  overlays?: Array<TomlOverlay | Record<string, unknown>>
}

/** The two halves of a prompt. */
export interface PromptParts {
  /** What stands above the cache boundary, without trailing white space. */
  stablePrefix: string
  /** What stands below the cache boundary, without leading white space. */
  dynamicSuffix: string
}

/** A section of a rendered prompt. */
export interface PromptSection {
  /** Name of the section; the boundary's own entry is `cache_boundary`. */
  id: string
  /** On which side of the cache boundary the section stands. */
  placement: 'stable' | 'boundary' | 'dynamic'
  /** Where the section's words come from. */
  source: 'definition' | 'overlay' | 'provider' | 'host' | 'workspace' | 'skills' | 'caller'
  /** First UTF-16 code unit of the section in `text`. */
  start: number
  /** One past its last code unit. The line feed before the next section belongs to this one. */
  end: number
  /** Length in UTF-16 code units: `end - start`. */
  length: number
  /** SHA-256 of `text.slice(start, end)` in UTF-8, as 64 lower-case hexadecimal digits. */
  sha256: string
}

/** Local documentation and source of the gateway. */
export interface ReferencePaths {
  /** Folder of the documentation; absent when there is none. */
  docsPath?: string
  /** Root of a source checkout; absent when there is none. */
  sourcePath?: string
}

/**
 * A prompt of a cron run, a heartbeat or a compaction with the lines of `formatCurrentTimeLines`: the first such
 * pair in it is replaced, further ones go, and without one the pair is appended. A blank text stays blank.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function refreshCurrentTimeLines(text: string, lines: string): string

/**
 * Renders the system prompt together with the map of its sections.
 *
 * @throws `ERR_INVALID_PARAMETER` when a field has a type that cannot be used
 * @throws `ERR_INVALID_LOCALE` when `locale` is not a language tag
 */
export declare function renderAgentSystemPrompt(params: AgentSystemPromptParams): RenderedPrompt

/** A rendered prompt and the map of what stands where in it. */
export interface RenderedPrompt {
  /** The whole prompt, as `buildAgentSystemPrompt` returns it. */
  text: string
  /** What stands above the cache boundary, without trailing white space; in mode `none` the whole text. */
  stablePrefix: string
  /** What stands below the cache boundary, without leading white space; in mode `none` empty. */
  dynamicSuffix: string
  /** Every section that appears, in order. Their ranges are disjoint and cover `text`. */
  sections: Array<PromptSection>
}

/**
 * The heartbeat prompt that the config grants an agent, or `undefined` when its prompt does not explain
 * heartbeats; see docs/config.md for the conditions.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveAgentHeartbeatPrompt(params: { config?: GatewayConfig | null; agentId?: string | null }): string | undefined

/**
 * The model that the config gives an agent, as it is written: the agent's own `model`, else
 * `agents.defaults.model`; each a text, or an object with a `primary` one. `undefined` when there is none.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveAgentModel(params: { config: GatewayConfig; agentId?: string | null }): string | undefined

/**
 * The surface that a session's prompt is for: ACP backend, sub-agent or main.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveAgentPromptSurfaceForSessionKey(sessionKey: string | null | undefined): 'openclaw_main' | 'acp_backend' | 'subagent'

/**
 * Resolves what the config says about an agent's prompt; see docs/config.md for each field's rule.
 *
 * The agent's own entry counts only when `agentId` is given. Without a config everything has its default.
 *
 * @throws `ERR_INVALID_PARAMETER` when `config` is no object or another field has a wrong type
 * @throws `ERR_INVALID_LOCALE` when `locale` is not a language tag
 */
export declare function resolveAgentSystemPromptConfig(params: PromptConfigSource): AgentPromptSettings

/**
 * What a channel can do, from its config, its plugin and policy, without repeats: case does not matter and the
 * first spelling stays.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveChannelCapabilities(sources: ChannelCapabilitySources): Array<string>

/**
 * Lays the config's settings over render parameters and says which of the caller's fields were lost.
 *
 * With any config, `{}` included, the seven fields of `AgentPromptSettings` replace what the caller gave, even
 * by nothing; `configWins: false` turns that around. Without a config the parameters pass unchanged.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
 */
export declare function resolveConfiguredPromptParams(params: ConfiguredPromptParams): ConfiguredPrompt

/**
 * Finds the folders and files of an agent from the config and the environment; reads no file.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveGatewayPaths(params: GatewayPathsRequest): GatewayPaths

/**
 * What the overlay for GPT-5 models adds, or `undefined` for any other model.
 *
 * The id of the model decides, not the provider: `gpt-5` at the start or after `/` or `:`, up to the end, a dot
 * or a hyphen. The contract is a stable prefix; unless the personality is `off`, a friendly interaction style
 * comes with it, longer on a heartbeat.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveGpt5SystemPromptContribution(params: Gpt5ContributionRequest): PromptContribution | undefined

/**
 * The mode of a session's prompt: `minimal` for sub-agents and for cron runs of an agent, else `full`.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolvePromptModeForSessionKey(sessionKey: string | null | undefined): 'full' | 'minimal'

/**
 * The agent of a session: `agentId`, else the one in an `agent:<id>:...` key, else the config's default agent.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveSessionAgentId(params: { config?: GatewayConfig | null; agentId?: string | null; sessionKey?: string | null }): string

/**
 * Whether the prompt explains the silent reply token: `none` when the conversation has a context of its own or
 * only the message tool delivers.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveSilentReplyPromptMode(params: SilentReplyRequest): 'generic' | 'none'

/**
 * Whether hours run to 12 or to 24: `agents.defaults.timeFormat` when it is the string `12` or `24`, else
 * `hostFormat`, which defaults to that of the process's locale.
 *
 * @throws `ERR_INVALID_PARAMETER` when `hostFormat` is neither
 */
export declare function resolveUserTimeFormat(configured?: unknown, hostFormat?: '12' | '24' | null): '12' | '24'

/**
 * The user's time zone: `configured` when it names a zone, else `hostTimezone`, else `UTC`.
 *
 * Trimmed, in the spelling it was given. This is the only fallback; `adaptRun` reports a refused zone.
 *
 * `hostTimezone` defaults to the zone of the process.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveUserTimezone(configured?: string | null, hostTimezone?: string | null): string

/**
 * Cuts a prompt at its first cache boundary.
 *
 * Returns `undefined` when there is none. Later markers stay in the suffix.
 */
export declare function splitSystemPromptCacheBoundary(prompt: string): PromptParts | undefined

/** Replaces each cache boundary, with the line feeds around it, by one line feed. */
export declare function stripSystemPromptCacheBoundary(prompt: string): string

/** An overlay as TOML text. */
export interface TomlOverlay {
  /** How errors and `describe()` call the overlay; usually its file name. */
  name: string
  /** The TOML text; the format is in docs/prompt.md. */
  toml: string
}

/**
 * The strict twin of `buildAgentSystemPrompt`, for callers' tests: lists every unknown key, every value outside
 * a closed set and every wrong type. Never throws for what it finds.
 */
export declare function validateAgentSystemPromptParams(params: unknown): Array<ParameterProblem>
