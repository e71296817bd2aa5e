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

/** A workspace file's record, such as `loadWorkspaceBootstrapFiles` returns or a hook makes. */
export interface BootstrapFileRecord {
  /** Usually one of the eight known names. */
  name: string
  /** Where the file is. Without one the record is skipped with a warning. */
  path: string
  /**
   * The content.
   * @default ''
   */
  content?: string | null
  /**
   * Whether the file has no content to inject; a marker stands in its place.
   * @default false
   */
  missing?: boolean | null
  /**
   * Why there is no content; the marker names anything but `absent`.
   * @default 'absent'
   */
  reason?: 'absent' | 'too-large' | 'outside-workspace' | 'hard-link' | 'not-a-file' | 'unreadable' | null
}

/** Options of {@link loadWorkspaceBootstrapFiles}. */
export interface LoadWorkspaceBootstrapOptions {
  /**
   * Further files below the workspace, by path or by glob (`?`, `*`, `{}`). Only files with one of the eight names
   * count, and only those that can be read have a record.
   * @default []
   */
  extraFiles?: readonly string[] | null
}

/** How files are made to fit. Lengths are UTF-16 code units. */
export interface BootstrapBudget {
  /**
   * Limit for one file. Fractions are dropped, and less than 1 counts as 1.
   * @default 20000
   */
  maxChars?: number | null
  /**
   * Limit for all files together.
   * @default 60000, or `maxChars` if that is larger
   */
  totalMaxChars?: number | null
  /**
   * Who gets how much of the total. `in-order`, the peer's: files spend it in their order, and with fewer than 64
   * units left no further file starts. `fair`: every file gets an equal share, and what one does not use goes to the
   * others, so no file vanishes because it comes last.
   * @default 'in-order'
   */
  budgetPolicy?: 'in-order' | 'fair' | null
  /**
   * Where a file that is too long is cut. `middle`, the peer's: its beginning and its end stay, for `AGENTS.md` with
   * a digest of its rules. `outline`: Markdown sections, headings and rules first, and the marker names the headings
   * that are not there.
   * @default 'middle'
   */
  cut?: 'middle' | 'outline' | null
}

/** Options of {@link buildBootstrapContextFiles}. */
export interface BootstrapBudgetOptions extends BootstrapBudget {
  /**
   * A builder whose overlays may change the markers and the sentences for the log.
   * @default the shipped texts
   */
  builder?: PromptBuilder | null
  /**
   * Hears a sentence for the log about every file that was cut, left out or has no path.
   * @default nobody
   */
  warn?: ((message: string) => void) | null
}

/** What {@link buildBootstrapPromptWarning} takes. */
export interface BootstrapPromptWarningRequest {
  /** What {@link analyzeBootstrapBudget} returned. */
  analysis: BootstrapBudgetAnalysis
  /**
   * When a cut is announced: never, once for each combination of files and sizes, on every run. Unknown values count
   * as `always`.
   * @default 'always'
   */
  mode?: 'off' | 'once' | 'always' | null
  /**
   * Signatures that the session has seen, oldest first.
   * @default []
   */
  seenSignatures?: readonly string[] | null
  /**
   * The signature of the run before.
   * @default none
   */
  previousSignature?: string | null
  /**
   * Most files that the lines name; the others are counted.
   * @default 3
   */
  maxFiles?: number | null
  /**
   * Language tag that decides the order of paths in the signature. The peer uses its process's locale.
   * @default 'en-US'
   */
  locale?: string | null
}

/** What a hook of `agent:bootstrap` gets. It may change `context.bootstrapFiles` or return another list. */
export interface AgentBootstrapEvent {
  type: 'agent'
  action: 'bootstrap'
  /** The session's key, else its id, else `unknown`. */
  sessionKey: string
  context: {
    /** Absolute path of the workspace. */
    workspaceDir: string
    /** The records after the filters, for the hook to change. */
    bootstrapFiles: WorkspaceBootstrapFile[]
    /** The gateway's config as it was passed. */
    cfg: GatewayConfig | null | undefined
    sessionKey: string | null | undefined
    sessionId: string | null | undefined
    /** The run's agent. */
    agentId: string
  }
  timestamp: Date
  messages: unknown[]
}

/** What {@link resolveBootstrapContextForRun} takes. */
export interface BootstrapRunParams extends BootstrapBudget {
  /** The workspace; `~` is the home directory, a relative path starts at the working directory. */
  workspaceDir: string
  /**
   * The gateway's config: limits, warning mode, heartbeats, extra files.
   * @default no config
   */
  config?: GatewayConfig | null
  /**
   * Key of the session, which decides what it sees.
   * @default the session's id
   */
  sessionKey?: string | null
  /**
   * Id of the session.
   * @default none
   */
  sessionId?: string | null
  /**
   * The run's agent.
   * @default the one in the session's key, else the config's default agent
   */
  agentId?: string | null
  /**
   * How much context the run asks for: all files, or `HEARTBEAT.md` on a heartbeat and otherwise none. Unknown
   * values count as `full`.
   * @default 'full'
   */
  contextMode?: 'full' | 'lightweight' | null
  /**
   * What started the run. Unknown values count as `default`.
   * @default 'default'
   */
  runKind?: 'default' | 'heartbeat' | 'commitment-only' | 'cron' | null
  /**
   * The hook `agent:bootstrap`.
   * @default none
   */
  hook?: ((event: AgentBootstrapEvent) => unknown) | null
  /**
   * Milliseconds that the hook has, 1 to 2147483647.
   * @default 5000
   */
  hookTimeoutMs?: number | null
  /**
   * Further files, as in {@link LoadWorkspaceBootstrapOptions}.
   * @default the config's hook `bootstrap-extra-files`
   */
  extraFiles?: readonly string[] | null
  /**
   * When a cut is announced.
   * @default the config's, else 'always'
   */
  warningMode?: 'off' | 'once' | 'always' | null
  /**
   * Signatures that the session has seen, oldest first.
   * @default []
   */
  seenSignatures?: readonly string[] | null
  /**
   * The signature of the run before.
   * @default none
   */
  previousSignature?: string | null
  /**
   * Most files that the warning's lines name; the others are counted.
   * @default 3
   */
  maxFiles?: number | null
  /**
   * Language tag that decides the order of paths in the signature. The peer uses its process's locale.
   * @default 'en-US'
   */
  locale?: string | null
  /**
   * Hears the sentences of `log`.
   * @default nobody
   */
  warn?: ((message: string) => void) | null
}

/** Facts that {@link resolveBootstrapMode} decides by. What is absent does not hold. */
export interface BootstrapModeFacts {
  /**
   * Whether the workspace's setup is still to be done.
   * @default false
   */
  bootstrapPending?: boolean | null
  /**
   * What started the run. Unknown values count as `default`.
   * @default 'default'
   */
  runKind?: 'default' | 'heartbeat' | 'commitment-only' | 'cron' | null
  /**
   * Whether the run is the agent's own, not that of a sub-agent or an ACP session.
   * @default false
   */
  isPrimaryRun?: boolean | null
  /**
   * Whether a person asked for the run.
   * @default false
   */
  isInteractiveUserFacing?: boolean | null
  /**
   * Whether the run can read `BOOTSTRAP.md`.
   * @default false
   */
  hasBootstrapFileAccess?: boolean | null
  /**
   * Whether the run works in the agent's own workspace, not in a copy.
   * @default false
   */
  isCanonicalWorkspace?: boolean | null
}

/** What {@link resolveBootstrapRouting} takes. */
export interface BootstrapRoutingParams {
  /**
   * Whether the workspace's setup is still to be done; `setup.pending` of a run's context.
   * @default false
   */
  workspacePending?: boolean | null
  /**
   * The run's records.
   * @default []
   */
  bootstrapFiles?: readonly BootstrapFileRecord[] | null
  /**
   * What started the run.
   * @default 'default'
   */
  runKind?: 'default' | 'heartbeat' | 'commitment-only' | 'cron' | null
  /**
   * How much context the run asks for.
   * @default 'full'
   */
  contextMode?: 'full' | 'lightweight' | null
  /**
   * What triggered the run: only `user` and `manual` may carry out the setup.
   * @default none
   */
  trigger?: string | null
  /**
   * Key of the session.
   * @default none
   */
  sessionKey?: string | null
  /**
   * Whether the run has tools, `read` among them.
   * @default false
   */
  hasFileAccess?: boolean | null
  /**
   * Whether the content of `BOOTSTRAP.md` in the prompt counts as access to it.
   * @default true
   */
  contentProvidesAccess?: boolean | null
  /**
   * Whether the run works in the agent's own workspace, not in a copy.
   * @default true
   */
  isCanonicalWorkspace?: boolean | null
  /**
   * When a session's files enter its prompt: on every run, not on a run that continues one which had them, on none.
   * @default 'always'
   */
  contextInjection?: 'always' | 'continuation-skip' | 'never' | null
  /**
   * Whether the session's transcript has a completion marker; see {@link hasCompletedBootstrapTurn}.
   * @default false
   */
  hasCompletedTurn?: boolean | null
}

/** What {@link routeCodexBootstrapFiles} takes. */
export interface CodexBootstrapParams extends BootstrapBudget {
  /** The workspace that the run works in. */
  workspaceDir: string
  /** The run's records; `bootstrapFiles` of a run's context. */
  bootstrapFiles: readonly BootstrapFileRecord[]
  /**
   * How much context the run asks for.
   * @default 'full'
   */
  contextMode?: 'full' | 'lightweight' | null
  /**
   * What started the run.
   * @default 'default'
   */
  runKind?: 'default' | 'heartbeat' | 'commitment-only' | 'cron' | null
  /**
   * The memory tools of this run, in the order to name them: `memory_search`, `memory_get`.
   * @default []
   */
  memoryTools?: readonly string[] | null
  /**
   * Whether the gateway has a config. Without one `MEMORY.md` is not left to memory tools.
   * @default true
   */
  hasConfig?: boolean | null
  /**
   * Whether the agent's configured workspace is the one the run works in.
   * @default true
   */
  isConfiguredWorkspace?: boolean | null
  /**
   * The skills list.
   * @default none
   */
  skillsPrompt?: string | null
  /**
   * What the memory plugin says about its tools.
   * @default nothing
   */
  memoryGuidance?: string | null
}

/** What {@link buildCodexRunParams} takes. */
export interface CodexRunParams {
  /** Working directory of the thread: the workspace that the run works in. */
  workspaceDir: string
  /** The model's id in Codex. */
  model: string
  /** What the user, the schedule or the heartbeat asks. */
  request: string
  /**
   * The gateway's prompt for the surface `codex_app_server`, without workspace files and skills: those are routed.
   * @default none
   */
  systemPrompt?: string | null
  /**
   * What {@link routeCodexBootstrapFiles} returned.
   * @default nothing to inject
   */
  routing?: CodexBootstrapRouting | null
  /**
   * The thread of the turn, once it has an id.
   * @default none
   */
  threadId?: string | null
  /**
   * How hard the model thinks.
   * @default Codex's own choice
   */
  effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | null
  /**
   * When Codex asks before it runs a command.
   * @default 'never'
   */
  approvalPolicy?: 'untrusted' | 'on-failure' | 'on-request' | 'never' | null
  /**
   * What Codex's commands may touch.
   * @default 'danger-full-access'
   */
  sandbox?: 'read-only' | 'workspace-write' | 'danger-full-access' | null
}

/** What {@link buildSessionStartupContextPrelude} takes. */
export interface StartupContextParams {
  /** The workspace whose `memory/` holds the notes. */
  workspaceDir: string
  /**
   * The gateway's config; `agents.defaults.startupContext` and `agents.defaults.userTimezone` count.
   * @default no config
   */
  cfg?: GatewayConfig | null
  /** The instant, in milliseconds since 1970: `Date.now()`. */
  nowMs: number
  /**
   * What starts the session. Without it the notes come whatever `applyOn` says.
   * @default none
   */
  action?: 'new' | 'reset' | null
  /**
   * Time zone of the host, for a config without one.
   * @default the process's
   */
  hostTimezone?: string | null
}

/** What {@link readPostCompactionContext} takes besides the workspace. */
export interface PostCompactionOptions {
  /**
   * The gateway's config; `agents.defaults.compaction.postCompactionSections` names the sections.
   * @default no config, hence no sections
   */
  cfg?: GatewayConfig | null
  /**
   * The agent, for its own `contextLimits.postCompactionMaxChars`.
   * @default the defaults alone
   */
  agentId?: string | null
  /** The instant, in milliseconds since 1970: `Date.now()`. */
  nowMs: number
  /**
   * Time zone of the host, for a config without one.
   * @default the process's
   */
  hostTimezone?: string | null
  /**
   * Clock format of the host, for a config without one.
   * @default the process's
   */
  hostFormat?: '12' | '24' | null
}

/** What {@link excerptMemoryFile} takes. */
export interface MemoryExcerptParams {
  /** The file's content. */
  content: string
  /**
   * First line, counted from 1. Fractions are dropped, less than 1 counts as 1.
   * @default 1
   */
  from?: number | null
  /**
   * Number of lines.
   * @default the agent's `memoryGetDefaultLines`, else 120
   */
  lines?: number | null
  /**
   * The gateway's config, for `contextLimits`.
   * @default no config
   */
  config?: GatewayConfig | null
  /**
   * The agent, for its own `contextLimits`.
   * @default the defaults alone
   */
  agentId?: string | null
}

/** Where a skill was found, in rising precedence: of two skills with one name the later source wins. */
export type SkillSource =
  | 'openclaw-extra'
  | 'openclaw-bundled'
  | 'openclaw-managed'
  | 'agents-skills-personal'
  | 'agents-skills-project'
  | 'openclaw-workspace'

/** Why a directory that looks like a skill is not in the list. */
export type SkillReason =
  | 'no-header'
  | 'no-opening-fence'
  | 'unterminated-header'
  | 'not-a-mapping'
  | 'no-description'
  | 'no-name'
  | 'empty-file'
  | 'too-large'
  | 'outside-root'
  | 'hard-link'
  | 'not-a-file'
  | 'unreadable'
  | 'wrong-case'
  | 'archived'
  | 'shadowed'
  | 'scan-limit'
  | 'disabled'
  | 'bundled-not-allowed'
  | 'os'
  | 'bins'
  | 'any-bins'
  | 'env'
  | 'config'
  | 'not-in-allowlist'
  | 'hidden'
  | 'list-limit'

/** Which skills of a workspace are loaded. Unknown options are not read: the peer's callers pass more. */
export interface WorkspaceSkillOptions {
  /**
   * The gateway's config. It names extra directories, limits, entries and the agents' lists.
   * @default {}
   */
  config?: GatewayConfig | null
  /**
   * The agent, whose own list of skills and budget count.
   * @default no agent: all skills
   */
  agentId?: string | null
  /**
   * Names in place of the agent's list; an empty list allows none.
   * @default the agent's list
   */
  skillFilter?: readonly string[] | null
  /**
   * What the filter knows besides this host.
   * @default nothing
   */
  eligibility?: SkillEligibility | null
  /**
   * Whether only the workspace's own skills are loaded, as for sandboxed runs.
   * @default false
   */
  workspaceOnly?: boolean | null
  /**
   * Real paths of the `SKILL.md` files that were archived; they are left out. The peer asks its state database.
   * @default []
   */
  archivedSkillFiles?: readonly string[] | null
  /**
   * Whether archived skills are loaded like others.
   * @default false
   */
  includeArchived?: boolean | null
  /**
   * Skill directories of the enabled plugins, in the order of their registry. The peer asks its registry.
   * @default []
   */
  enabledPluginDirs?: readonly string[] | null
  /**
   * Directory of bundled skills.
   * @default `OPENCLAW_BUNDLED_SKILLS_DIR`, else `skills` beside the executable, else in the gateway's package
   */
  bundledSkillsDir?: string | null
  /**
   * Directory of managed skills.
   * @default `skills` in the gateway's state folder
   */
  managedSkillsDir?: string | null
  /**
   * Directory of the links that `publishPluginSkillLinks` makes.
   * @default `plugin-skills` in the gateway's state folder
   */
  pluginSkillsDir?: string | null
  /**
   * Language tag that decides the order of candidates within a source. The peer uses its process's locale.
   * @default 'en-US'
   */
  locale?: string | null
  /**
   * The process around the skills.
   * @default the process that calls
   */
  host?: SkillHost | null
}

/** What the filter knows besides this host. */
export interface SkillEligibility {
  /**
   * What a connected remote node offers.
   * @default no node
   */
  remote?: RemoteSkillHost | null
}

/** What a connected remote node offers. */
export interface RemoteSkillHost {
  /**
   * Platforms by Node's name.
   * @default []
   */
  platforms?: readonly string[] | null
  /**
   * Programs that the node has. The peer's `hasBin` cannot be called from another thread.
   * @default []
   */
  bins?: readonly string[] | null
  /**
   * A line above the list that says how to run things there.
   * @default no line
   */
  note?: string | null
}

/** The process around the skills; what is left out is that of the process that calls. */
export interface SkillHost {
  /**
   * The environment, for home directories, `PATH` and the variables that skills need.
   * @default process.env
   */
  env?: Readonly<Record<string, string | undefined>> | null
  /**
   * Node's name of the platform.
   * @default process.platform
   */
  platform?: string | null
  /**
   * The home directory that the operating system names.
   * @default os.homedir()
   */
  homeDir?: string | null
  /**
   * What relative paths are resolved against.
   * @default process.cwd()
   */
  cwd?: string | null
  /**
   * The running executable; a directory `skills` beside it holds bundled skills.
   * @default process.execPath
   */
  executable?: string | null
  /**
   * Root of the gateway's package.
   * @default found from the script that Node runs, else from the current directory
   */
  packageRoot?: string | null
}

/** How a list of skills is made. */
export interface SkillListOptions extends WorkspaceSkillOptions {
  /**
   * Entries in place of those on disk.
   * @default the workspace's
   */
  entries?: readonly SkillEntryInput[] | null
  /**
   * The caller's version, kept in the snapshot.
   * @default none
   */
  snapshotVersion?: number | null
  /**
   * Whether content versions are printed. Later peers no longer do.
   * @default true
   */
  versions?: boolean | null
  /**
   * Whether paths in the home directory are shortened with `~`, as the peer's read tool expects.
   * @default true
   */
  shortenHome?: boolean | null
  /**
   * What gives way when the list does not fit. `alphabetical`: all descriptions, then the last names of the
   * alphabet. `fair`: long descriptions are cut evenly, then all go, then skills by rank: pinned, recent,
   * workspace before other sources, name; the note names who is missing.
   * @default 'alphabetical'
   */
  overflow?: 'alphabetical' | 'fair' | null
  /**
   * Names that `fair` drops last, in their order.
   * @default []
   */
  pinnedSkills?: readonly string[] | null
  /**
   * Names used lately, latest first; `fair` drops them after all others but the pinned ones.
   * @default []
   */
  recentSkills?: readonly string[] | null
  /**
   * Where a sandboxed agent sees the skills. The list is measured with the paths that it prints.
   * @default paths of the host
   */
  sandbox?: SkillSandbox | null
  /**
   * A builder whose overlays may change the sentences around the list.
   * @default the shipped sentences
   */
  builder?: PromptBuilder | null
}

/** Where a sandboxed agent sees the skills. */
export interface SkillSandbox {
  /** Work directory inside the container. */
  containerWorkdir: string
  /**
   * The directory on the host that is mounted there.
   * @default the workspace
   */
  hostRoot?: string | null
  /**
   * Whether the container may write to its workspace.
   * @default false
   */
  writable?: boolean | null
  /**
   * Whether the skills have a directory of their own; in a writable workspace they are then seen below
   * `.openclaw/sandbox-skills`.
   * @default false
   */
  separateSkills?: boolean | null
}

/** A skill as the list shows it. */
export interface SkillLine {
  /** Its name. */
  name: string
  /** What it is for. */
  description: string
  /** Path of its `SKILL.md`, printed as given. */
  filePath: string
  /**
   * Content version.
   * @default not printed
   */
  promptVersion?: string | null
}

/** A skill of an earlier load. */
export interface SkillEntryInput {
  /** What the list shows. */
  skill: SkillLine & {
    /**
     * Directory that relative paths in the skill are resolved against.
     * @default ''
     */
    baseDir?: string | null
    /**
     * Where it was found.
     * @default 'openclaw-extra'
     */
    source?: SkillSource | null
    /**
     * Whether the list leaves it out, where neither `exposure` nor `invocation` is given.
     * @default false
     */
    disableModelInvocation?: boolean | null
  }
  /**
   * What it asks of its host.
   * @default nothing
   */
  metadata?: SkillMetadata | null
  /**
   * Who may call it.
   * @default everybody
   */
  invocation?: Partial<SkillInvocation> | null
  /**
   * Where it is shown.
   * @default as `invocation` says
   */
  exposure?: Partial<SkillExposure> | null
  /**
   * The plugin's own directory.
   * @default none
   */
  syncSourceDir?: string | null
}

/** What {@link resolveSkillsPromptForRun} takes. */
export interface RunSkillsParams extends SkillListOptions {
  /**
   * The session's snapshot; its prompt is used where it is not blank.
   * @default no snapshot
   */
  skillsSnapshot?: { prompt?: string | null } | null
  /**
   * The workspace, for `sandbox`.
   * @default the current directory
   */
  workspaceDir?: string | null
}

/** What {@link needsSkillSnapshotRebuild} takes. */
export interface StoredSkillsParams {
  /**
   * The stored snapshot.
   * @default none: a rebuild is needed
   */
  stored?: {
    promptFormatVersion?: number | null
    version?: number | null
    skillFilter?: readonly string[] | null
  } | null
  /**
   * The version that a new snapshot would have. A missing one counts as 0; 0 supersedes any other.
   * @default 0
   */
  snapshotVersion?: number | null
  /**
   * The names that a new snapshot would allow.
   * @default all
   */
  skillFilter?: readonly string[] | null
}

/** How {@link formatSkillsForPrompt} writes. */
export interface SkillFormatOptions {
  /**
   * Whether descriptions are written.
   * @default 'full'
   */
  layout?: 'full' | 'compact' | null
  /**
   * Whether content versions are written.
   * @default true
   */
  versions?: boolean | null
  /**
   * A builder whose overlays may change the sentences around the list.
   * @default the shipped sentences
   */
  builder?: PromptBuilder | null
}

/** A rendered prompt, or one read back from JSON; without `inputs`, causes are not known. */
export type ComparablePrompt = Pick<RenderedPrompt, 'text' | 'sections'> & Partial<RenderedPrompt>

/** Counts the tokens of a text; `tokenCounter` of `clawprompt/tokens` makes one that is exact. */
export type TokenCounter = (text: string) => number

/** Options of a comparison. */
export interface CompareOptions {
  /**
   * Prices of input tokens, in any currency.
   * @default no cost in the result
   */
  price?: TokenPrice | null
  /**
   * Counts tokens.
   * @default the estimate of `estimateTokens`
   */
  countTokens?: TokenCounter | null
}

/** Prices of input tokens. */
export interface TokenPrice {
  /** For a million tokens that the cache serves. */
  cachedPerMillion: number
  /** For a million tokens that are processed anew. */
  uncachedPerMillion: number
}

/** What a report says about the run; all but the first two may be absent. */
export interface SystemPromptRun {
  /** `run` for the prompt of a run, `estimate` for one that was rendered to look at. */
  source: 'run' | 'estimate'
  /** When the report was made, in milliseconds since 1970. */
  generatedAt: number
  /**
   * Id of the session.
   * @default absent
   */
  sessionId?: string | null
  /**
   * Key of the session.
   * @default absent
   */
  sessionKey?: string | null
  /**
   * Provider of the model.
   * @default absent
   */
  provider?: string | null
  /**
   * The model.
   * @default absent
   */
  model?: string | null
  /**
   * The workspace's directory.
   * @default absent
   */
  workspaceDir?: string | null
  /**
   * Limit for one file, in UTF-16 code units.
   * @default absent; views then show 20000
   */
  bootstrapMaxChars?: number | null
  /**
   * Limit for all files, in UTF-16 code units.
   * @default absent; views then show 60000
   */
  bootstrapTotalMaxChars?: number | null
  /**
   * What was said about cuts; passed on as it is.
   * @default absent
   */
  bootstrapTruncation?: unknown
  /**
   * The sandbox's configured mode, and whether this run was in it.
   * @default absent
   */
  sandbox?: { mode?: string | null; sandboxed?: boolean | null } | null
}

/** What `buildSystemPromptReport` takes. */
export interface SystemPromptReportParams extends SystemPromptRun {
  /** The prompt with its map. */
  systemPrompt: ComparablePrompt
  /**
   * The run's records of workspace files, to be compared with `injectedFiles`.
   * @default []
   */
  bootstrapFiles?: readonly BootstrapFileRecord[] | null
  /**
   * What was injected for them.
   * @default []
   */
  injectedFiles?: readonly ContextFile[] | null
  /**
   * The same comparison, when it is at hand; `bootstrapFiles` then counts for nothing.
   * @default that of `bootstrapFiles` and `injectedFiles`
   */
  injectedWorkspaceFiles?: readonly InjectedFile[] | null
  /**
   * The run's tools.
   * @default []
   */
  tools?: readonly ReportedTool[] | null
  /**
   * What the turn adds to the prompt.
   * @default absent
   */
  currentTurn?: CurrentTurn | null
  /**
   * Counts tokens.
   * @default the estimate of `estimateTokens`
   */
  countTokens?: TokenCounter | null
}

/** A tool as the provider gets it. */
export interface ReportedTool {
  /** Name of the tool. */
  name: string
  /**
   * What it does.
   * @default its label
   */
  description?: string | null
  /**
   * Its title.
   * @default ''
   */
  label?: string | null
  /**
   * Its JSON schema.
   * @default none
   */
  parameters?: unknown
}

/** A workspace file and what was injected of it, in UTF-16 code units. */
export interface InjectedFile {
  /** Name of the file. */
  name: string
  /**
   * Path of the file.
   * @default its name
   */
  path?: string | null
  /**
   * Whether it has no content.
   * @default false
   */
  missing?: boolean | null
  /** Length of its content without trailing white space. */
  rawChars: number
  /** Length of what was injected. */
  injectedChars: number
  /**
   * Whether it was injected in part, or not at all.
   * @default `injectedChars < rawChars`
   */
  truncated?: boolean | null
}

/** What a turn adds to the prompt, in UTF-16 code units. */
export interface CurrentTurn {
  /**
   * What started the turn, such as `user_request` or `room_event`.
   * @default absent
   */
  kind?: string | null
  /** Length of the message to the model. */
  promptChars: number
  /** Length of the runtime context before it. */
  runtimeContextChars: number
}

/** What is in a prompt. `chars` are UTF-16 code units; hashes are SHA-256 in UTF-8, in hexadecimal. */
export interface SystemPromptReport extends SystemPromptRun {
  /** How tokens were counted: `estimate`, or the name of the counter. */
  tokenCounter: string
  /** The prompt as a whole. `stableChars` and `dynamicChars` are those above and below the cache boundary. */
  systemPrompt: {
    chars: number
    bytes: number
    tokens: number
    hash: string
    projectContextChars: number
    nonProjectContextChars: number
    projectContextTokens: number
    stableChars: number
    dynamicChars: number
  }
  /** The sections in order; their `chars` and `bytes` add up to those of the prompt. */
  sections: ReportedSection[]
  /** What the turn adds to the prompt. */
  currentTurn?: CurrentTurn
  /** Files of the workspace; `promptChars` is what a file takes in the prompt, heading included. */
  injectedWorkspaceFiles: Array<Required<InjectedFile> & { promptChars: number; promptTokens: number }>
  /** The skills list. */
  skills: {
    promptChars: number
    promptTokens: number
    hash: string
    entries: Array<{ name: string; blockChars: number; blockTokens: number }>
  }
  /** The tools: their list in the prompt, and their schemas beside it. */
  tools: {
    listChars: number
    listTokens: number
    schemaChars: number
    schemaTokens: number
    entries: Array<{
      name: string
      summaryChars: number
      summaryHash: string
      schemaChars: number
      schemaTokens: number
      schemaHash: string
      propertiesCount: number | null
    }>
  }
}

/** A section with the files and lists in it; what those leave of `chars` is the section's own text. */
export interface ReportedSection {
  /** Name of the section. */
  id: string
  /** On which side of the cache boundary it stands. */
  placement: 'stable' | 'boundary' | 'dynamic'
  /** Where its words come from. */
  source: string
  /** UTF-16 code units. */
  chars: number
  /** Bytes in UTF-8. */
  bytes: number
  /** Tokens. */
  tokens: number
  /** Files and lists in the section. */
  parts: Array<{ kind: 'file' | 'skills' | 'tools'; name: string; chars: number; bytes: number; tokens: number }>
}

/** What is known of a session beside its prompt, in tokens; absent figures show as unknown. */
export interface ContextSession {
  /**
   * Tokens of the session, as the provider counted them.
   * @default unknown
   */
  totalTokens?: number | null
  /**
   * Whether that figure belongs to the present prompt.
   * @default unknown
   */
  totalTokensFresh?: boolean | null
  /**
   * Input tokens of the last request.
   * @default unknown
   */
  inputTokens?: number | null
  /**
   * Output tokens of the last request.
   * @default unknown
   */
  outputTokens?: number | null
  /**
   * Size of the model's context window.
   * @default unknown
   */
  contextTokens?: number | null
  /**
   * Messages of the transcript, or why it could not be read.
   * @default not shown
   */
  transcript?: { realMessages: number; allMessages: number } | { reason: string } | null
}

/**
 * The workspace of a {@link PromptBuilder}, read when the builder is made: what {@link resolveBootstrapContextForRun}
 * takes, without its callbacks.
 */
export interface PromptWorkspace extends Omit<BootstrapRunParams, 'hook' | 'hookTimeoutMs' | 'warn'> {
  /**
   * Lists the workspace's skills in each turn; `{}` for the defaults.
   * @default the list is the turn's `skillsPrompt`
   */
  skills?: SkillListOptions | null
}

/**
 * What a turn gives besides its workspace: the parameters of {@link buildAgentSystemPrompt} without
 * `contextFiles` and `bootstrapTruncationNotice`, which come from the workspace, as does `skillsPrompt` where its
 * skills are listed.
 */
export interface TurnParams
  extends Omit<AgentSystemPromptParams, 'workspaceDir' | 'contextFiles' | 'bootstrapTruncationNotice'> {
  /**
   * The workspace as the prompt shows it.
   * @default the bound workspace
   */
  workspaceDir?: string | null
}

/** A turn of a bound workspace. Frozen, as are its files; the very object of the turn before when nothing changed. */
export interface PreparedTurn {
  /** The prompt, as {@link buildAgentSystemPrompt} returns it. */
  readonly text: string
  /** The workspace files and their account; the same object while nothing there changed. */
  readonly workspace: BootstrapRunContext
  /** The skills; the same object while nothing there changed. Absent where none are bound. */
  readonly skills?: WorkspaceSkillSnapshot
  /** Lengths and hash of the prompt. */
  readonly report: TurnReport
}

/** An overlay as TOML text. */
export interface TomlOverlay {
  /** How errors and `describe()` call the overlay; usually its file name. */
  name: string
  /** The TOML text; the format is in docs/prompt.md. */
  toml: string
}

/** Options of a `PromptBuilder`. */
export interface PromptBuilderOptions {
  /**
   * Overlays, applied in order: TOML text with a name, or an object of the same shape as the TOML.
   * @default []
   */
  overlays?: Array<TomlOverlay | Record<string, unknown>> | null
  /**
   * The workspace that `prepareTurn` reads.
   * @default none; `prepareTurn` then throws
   */
  workspace?: PromptWorkspace | null
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
  /**
   * Renders the prompt of a session's turn and tells how it differs from that of the turn before: each break
   * of the provider's cache, as it happens.
   *
   * Of each session only hashes are kept, of at most 1,024 sessions: the one not seen for longest goes first.
   *
   * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
   */
  renderForSession(session: string, params: AgentSystemPromptParams, options?: CompareOptions | null): SessionPrompt
  /**
   * Forgets a session; tells whether it was known.
   *
   * @throws `ERR_INVALID_PARAMETER` when `session` is not a string
   */
  forgetSession(session: string): boolean
  /** Returns the definition that this builder renders, overlays included. */
  definition(): PromptDefinition
  /**
   * @throws `ERR_INVALID_OVERLAY` with file, line, key and remedy when an overlay is wrong
   * @throws `ERR_INVALID_PARAMETER` when the options are no object or `overlays` is no array
   */
  constructor(options?: PromptBuilderOptions | null)
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
  /**
   * Prepares a turn of the bound workspace in one call: sees by their facts which files and skills changed and
   * reads only those, cuts them to budget, renders and accounts. Looks at the disk off the event loop.
   *
   * What did not change since the turn before is returned again: the very object if nothing did. `params` are
   * those of `build`; the files, their notice and, where skills are bound, the list come from the workspace.
   *
   * @throws `ERR_INVALID_PARAMETER` also when no workspace is bound, `ERR_INVALID_LOCALE`
   * @throws `ERR_WORKSPACE_MISSING`, `ERR_WORKSPACE_NOT_A_DIRECTORY`, `ERR_WORKSPACE_UNREADABLE`
   */
  prepareTurn(params?: TurnParams | null): Promise<PreparedTurn>
  /**
   * The twin of `prepareTurn` that blocks: where nothing changed, for a few file facts.
   *
   * @throws as `prepareTurn`
   */
  prepareTurnSync(params?: TurnParams | null): PreparedTurn
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

/** `contextLimits` of one agent. */
export interface AgentContextLimits {
  /** Longest excerpt of `memory_get`, in UTF-16 code units. */
  memoryGetMaxChars: number
  /** Lines of `memory_get` when a call names no number. */
  memoryGetDefaultLines: number
  /** Longest tool result, in UTF-16 code units; absent when the context window decides. */
  toolResultMaxChars?: number
  /** Longest excerpt of `AGENTS.md` after a compaction, in UTF-16 code units. */
  postCompactionMaxChars: number
}

/**
 * Compares what was injected with the limits. Missing files count nowhere.
 *
 * As in the peer, a limit that is not a finite number above 0 counts as 1, and a ratio outside of 0 to 1 as 0.85.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function analyzeBootstrapBudget(params: { files: readonly BootstrapInjectionStat[]; bootstrapMaxChars: number; bootstrapTotalMaxChars: number; nearLimitRatio?: number | null }): BootstrapBudgetAnalysis

/**
 * The user's prompt with the detailed block below it, for backends that take no system prompt.
 *
 * A prompt that equals `preserveExactPrompt`, the heartbeat's, stays as it is.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function appendBootstrapPromptWarning(prompt: string, lines?: readonly string[] | null, options?: { preserveExactPrompt?: string | null } | null): string

/**
 * Appends the line that names the model, or replaces the first such line and deletes the others.
 *
 * A blank model leaves the prompt as it is. When a line is replaced, every CRLF in the prompt becomes LF.
 *
 * @throws `ERR_INVALID_PARAMETER` when an argument is not a string
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

/** An available skill. */
export interface AvailableSkill {
  /** Its name. */
  name: string
  /** The variable that an `apiKey` fills. */
  primaryEnv?: string
  /** Variables that it needs. Absent where its header requires nothing. */
  requiredEnv?: Array<string>
}

/** All files against the limits. */
export interface BootstrapBudgetAnalysis {
  /** One entry for each record, in order. */
  files: Array<BootstrapFileAnalysis>
  /** Those that were cut or left out. */
  truncatedFiles: Array<BootstrapFileAnalysis>
  /** Those near the limit for one file. */
  nearLimitFiles: Array<BootstrapFileAnalysis>
  /** Whether the injected sum is at or above the near share of the total. */
  totalNearLimit: boolean
  /** Whether any file was cut or left out. */
  hasTruncation: boolean
  /** Sums and limits. */
  totals: BootstrapBudgetTotals
}

/** Sums and limits, in UTF-16 code units. Missing files count nowhere. */
export interface BootstrapBudgetTotals {
  /** Sum of raw lengths. */
  rawChars: number
  /** Sum of injected lengths. */
  injectedChars: number
  /** What did not reach the prompt. */
  truncatedChars: number
  /** Limit for one file. */
  bootstrapMaxChars: number
  /** Limit for all files. */
  bootstrapTotalMaxChars: number
  /** Share of a limit that counts as near it. */
  nearLimitRatio: number
}

/** What the prompt shows of one file. */
export interface BootstrapContextFile {
  /** Path shown in the heading. */
  path: string
  /** The file, cut to budget, or a marker in its place. */
  content: string
}

/** Something the caller should know; the run went on. */
export interface BootstrapDiagnostic {
  /**
   * What happened: why a file was not read (as in a record's `reason`), what is odd in one that was
   * (`invalid-utf8`, `nul-characters`), what is wrong with an extra file (`invalid-bootstrap-filename`,
   * `invalid-pattern`, `search-limit`), with the setup state (`invalid-state`), or with the hook and its list.
   */
  reason: 'absent' | 'too-large' | 'outside-workspace' | 'hard-link' | 'not-a-file' | 'unreadable' | 'invalid-utf8' | 'nul-characters' | 'invalid-bootstrap-filename' | 'invalid-pattern' | 'search-limit' | 'invalid-state' | 'hook-failed' | 'hook-timed-out' | 'hook-result' | 'hook-entry-type' | 'hook-entry-path' | 'hook-entry-field' | 'duplicate'
  /** Name of the record, or of the pattern; absent when there is none. */
  name?: string
  /** Path concerned; absent when there is none. */
  path?: string
  /** What a failed hook's error says. */
  detail?: string
}

/** A record's sizes against the limits. */
export interface BootstrapFileAnalysis {
  /** Name of the record. */
  name: string
  /** Path of the record; its name where it has none. */
  path: string
  /** Whether the file has no content. */
  missing: boolean
  /** Length of the right-trimmed content in UTF-16 code units; 0 when missing. */
  rawChars: number
  /** Length of what was injected in UTF-16 code units, a marker included. */
  injectedChars: number
  /** Whether a file that exists was injected in part, or not at all. */
  truncated: boolean
  /** Whether the raw length is at or above the near share of the limit for one file. */
  nearLimit: boolean
  /** Why it was cut, as the peer tells it: a file that the total left no room for may have no cause. */
  causes: Array<'per-file-limit' | 'total-limit'>
}

/** What became of one record. */
export interface BootstrapFileOutcome {
  /** Name of the record. */
  name: string
  /** Path of the record. */
  path: string
  /**
   * Injected in full (trailing white space aside), injected in part, left out for lack of room, left out because
   * it is empty, replaced by a marker because it has no content, or left out because it has no path.
   */
  state: 'whole' | 'cut' | 'dropped' | 'empty' | 'missing' | 'no-path'
  /** Length of the right-trimmed content in UTF-16 code units; 0 for a missing file. */
  rawChars: number
  /** Length of what was injected in UTF-16 code units. */
  injectedChars: number
  /** The limit that a file which was cut had to fit into, in UTF-16 code units; absent for any other. */
  limit?: number
}

/** One record and what was injected for it. */
export interface BootstrapInjectionStat {
  /** Name of the record. */
  name: string
  /** Path of the record; its name where it has none. */
  path: string
  /** Whether the file has no content. */
  missing: boolean
  /** Length of the right-trimmed content in UTF-16 code units; 0 when missing. */
  rawChars: number
  /** Length of what was injected in UTF-16 code units, a marker included. */
  injectedChars: number
  /** Whether a file that exists was injected in part, or not at all. */
  truncated: boolean
}

/** Whether and what to warn. */
export interface BootstrapPromptWarning {
  /** Names limits, cut files, sizes and causes; absent when nothing was cut. */
  signature?: string
  /** Whether this run shows a warning. */
  warningShown: boolean
  /** Lines of the detailed warning; empty unless shown. */
  lines: string[]
  /** Signatures seen so far, oldest first, at most 32; for the session's next run. */
  warningSignaturesSeen: string[]
}

/** What a run does with the workspace's files and its setup. */
export interface BootstrapRouting {
  /** For the renderer's `bootstrapMode`, and for `contextFilesForBootstrapMode`. */
  bootstrapMode: 'none' | 'limited' | 'full'
  /** Whether `BOOTSTRAP.md` is part of the system prompt. */
  includeBootstrapInSystemContext: boolean
  /** Whether it is part of the user's turn: never, as in the peer. */
  includeBootstrapInRuntimeContext: boolean
  /** Whether `contextInjection` leaves all files out of this run. */
  skipsFiles: boolean
  /** Whether the run, if it ends without error, abort or compaction, writes a completion marker. */
  leavesCompletionMarker: boolean
}

/** The workspace files of one run, and an account of them. */
export interface BootstrapRunContext {
  /** The records, after all filters and the hook, each with an absolute path. */
  bootstrapFiles: Array<WorkspaceBootstrapFile>
  /** What the prompt shows. */
  contextFiles: Array<BootstrapContextFile>
  /** What became of each record, in its order. */
  outcomes: Array<BootstrapFileOutcome>
  /** Files that the session, the setup, the context mode or the heartbeat gate left out. */
  leftOut: Array<LeftOutBootstrapFile>
  /** Sizes and limits. */
  analysis: BootstrapBudgetAnalysis
  /** Whether and what to warn. */
  warning: BootstrapPromptWarning
  /** The block for `bootstrapTruncationNotice`; absent when no warning is shown. */
  notice?: string
  /** For the run's report. */
  report: BootstrapTruncationReport
  /** Sentences for the log; `warn` heard the same. */
  log: string[]
  /** What was noticed on the way. */
  diagnostics: Array<BootstrapDiagnostic>
  /** How far the workspace's first-run setup has come. */
  setup: WorkspaceSetup
  /** The run's agent: given, else named by the session key, else the config's default agent. */
  agentId: string
}

/** Something that the size check found. */
export interface BootstrapSizeFinding {
  /** Name of the check: `core/doctor/bootstrap-size`. */
  checkId: string
  /** `warning` when something is missing from the prompt, `info` when it soon may be. */
  severity: 'warning' | 'info'
  /** Path of the file; the workspace's directory for all files together. */
  path: string
  /** What was found. */
  message: string
}

/** What a run's report says about cuts. */
export interface BootstrapTruncationReport {
  /** The mode that applied. */
  warningMode: 'off' | 'once' | 'always'
  /** Whether a warning was shown. */
  warningShown: boolean
  /** The run's signature; absent when nothing was cut. */
  promptWarningSignature?: string
  /** Signatures seen so far; absent when there are none. */
  warningSignaturesSeen?: string[]
  /** Number of files that were cut or left out. */
  truncatedFiles: number
  /** Number of files near the limit for one file. */
  nearLimitFiles: number
  /** Whether all files together are near the total. */
  totalNearLimit: boolean
}

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
 * Makes context files of records: content cut to budget, or a marker in its place.
 *
 * The injected lengths never sum to more than `totalMaxChars`. `warn` hears of every file that was cut, left out
 * or has no path. An empty file is not shown.
 *
 * @throws `ERR_INVALID_PARAMETER` when a limit is NaN, a name unknown, or a record has content that is no text
 */
export declare function buildBootstrapContextFiles(files: readonly BootstrapFileRecord[], options?: BootstrapBudgetOptions | null): Array<BootstrapContextFile>

/**
 * Compares records with what was injected: one entry for each record, in UTF-16 code units.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function buildBootstrapInjectionStats(params: { bootstrapFiles: readonly BootstrapFileRecord[]; injectedFiles: readonly ContextFile[] }): Array<BootstrapInjectionStat>

/**
 * Decides whether this run warns of what was cut, and with which lines.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
 */
export declare function buildBootstrapPromptWarning(params: BootstrapPromptWarningRequest): BootstrapPromptWarning

/**
 * The block for the system prompt, for `bootstrapTruncationNotice`; `undefined` when there are no lines.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function buildBootstrapPromptWarningNotice(lines?: readonly string[] | null): string | undefined

/**
 * The part of a run's report about cuts, which the session's next runs need again.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function buildBootstrapTruncationReportMeta(params: { analysis: BootstrapBudgetAnalysis; warningMode?: 'off' | 'once' | 'always' | null; warning: BootstrapPromptWarning }): BootstrapTruncationReport

/**
 * The parameters of the thread and the turn of a native Codex run.
 *
 * The thread's developer instructions are the prompt without its cache boundary and then the files that
 * sub-agents inherit; what is for this turn alone goes into its collaboration mode and its input.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function buildCodexRunParams(params: CodexRunParams): CodexRun

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
 * The daily notes for a session that starts without a message, or `undefined` when there are none or the config
 * does not want them for `action`.
 *
 * @throws `ERR_INVALID_PARAMETER`
 * @throws `ERR_WORKSPACE_MISSING`, `ERR_WORKSPACE_NOT_A_DIRECTORY`, `ERR_WORKSPACE_UNREADABLE`
 */
export declare function buildSessionStartupContextPrelude(params: StartupContextParams): Promise<string | undefined>

/**
 * `buildSessionStartupContextPrelude` on the calling thread.
 *
 * @throws as `buildSessionStartupContextPrelude`
 */
export declare function buildSessionStartupContextPreludeSync(params: StartupContextParams): string | undefined

/**
 * Reports what is in a prompt, as figures from its map: sections, files, skills, tools.
 *
 * The structure is the peer's, with more fields. The sizes of the sections add up to that of the prompt, and
 * those of blocks and own text to that of their section, whatever the content looks like. Holds no text.
 *
 * @throws `ERR_INVALID_PARAMETER` when a field is wrong
 */
export declare function buildSystemPromptReport(params: SystemPromptReportParams): SystemPromptReport

/**
 * Loads, filters and lists the skills of a workspace: what a session keeps.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`, `ERR_INVALID_OVERLAY`
 */
export declare function buildWorkspaceSkillSnapshot(workspaceDir: string, options?: SkillListOptions | null): Promise<WorkspaceSkillSnapshot>

/**
 * The twin of `buildWorkspaceSkillSnapshot` that blocks; a drop-in for the peer's function of that name.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`, `ERR_INVALID_OVERLAY`
 */
export declare function buildWorkspaceSkillSnapshotSync(workspaceDir: string, options?: SkillListOptions | null): WorkspaceSkillSnapshot

/**
 * The skills prompt of a workspace: the snapshot's text, without what else a session keeps.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`, `ERR_INVALID_OVERLAY`
 */
export declare function buildWorkspaceSkillsPrompt(workspaceDir: string, options?: SkillListOptions | null): Promise<string>

/**
 * The twin of `buildWorkspaceSkillsPrompt` that blocks; a drop-in for the peer's function of that name.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`, `ERR_INVALID_OVERLAY`
 */
export declare function buildWorkspaceSkillsPromptSync(workspaceDir: string, options?: SkillListOptions | null): string

/** What is behind a difference. */
export interface ChangeCause {
  /** `definition`: the same parameters gave another text, by an overlay or another version of this package. */
  kind: 'parameter' | 'file' | 'definition'
  /** Path of the parameter, such as `runtimeInfo.channel`, or of the file; empty for the definition. */
  name: string
}

/**
 * The size check as data: files that were cut, files near the limit, and all files against theirs.
 *
 * @throws `ERR_INVALID_PARAMETER` when the report is none
 */
export declare function checkBootstrapSize(report: SystemPromptReport): Array<BootstrapSizeFinding>

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

/** A Codex turn's files by surface. */
export interface CodexBootstrapRouting {
  /** Path and surface of each file that was cut to budget; a routed `MEMORY.md` comes last. */
  surfaces: Array<CodexFileSurface>
  /** The files, cut to budget, without a routed `MEMORY.md`. */
  contextFiles: Array<BootstrapContextFile>
  /** Whether the thread must set `project_doc_max_bytes` to 0, which turns Codex's own discovery off. */
  disablesProjectDocs: boolean
  /** For the thread's developer instructions; absent when there are none. */
  developerInstructions?: string
  /** For `collaborationMode.settings.developer_instructions`; absent leaves Codex its default. */
  collaborationInstructions?: string
  /** For `prefixCodexRequest`; absent when there is none. */
  turnContext?: string
}

/** How Codex works with the user in a turn. */
export interface CodexCollaborationMode {
  /** Always `default`. */
  mode: 'default'
  /** What the mode is set to. */
  settings: CodexCollaborationSettings
}

/** Settings of a collaboration mode. */
export interface CodexCollaborationSettings {
  /** The model. */
  model: string
  /** How hard the model thinks; `null` for Codex's own choice. */
  reasoning_effort: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | null
  /** Instructions for this turn, which sub-agents do not inherit; `null` leaves Codex its own. */
  developer_instructions: string | null
}

/** Where one file goes. */
export interface CodexFileSurface {
  /** Path of the file. */
  path: string
  /**
   * Codex's own project document discovery; instructions that sub-agents inherit; instructions for this turn;
   * context in front of the request; a note that names the path; nowhere.
   */
  surface: 'project-doc' | 'developer-instructions' | 'turn-instructions' | 'turn-context' | 'note' | 'omitted'
}

/** What a gateway sends for one Codex run, and what the model is told. */
export interface CodexRun {
  /** Parameters of `thread/start`; those of `thread/resume` are the same with the thread's id. */
  thread: CodexThreadParams
  /** Parameters of `turn/start`. */
  turn: CodexTurnParams
  /** What stands in for Codex's own words about approvals and the sandbox. It is not sent. */
  permissions: string
}

/** What commands of a turn may touch. */
export interface CodexSandboxPolicy {
  /** Name of the policy. */
  type: 'readOnly' | 'workspaceWrite' | 'dangerFullAccess'
}

/** Overrides of Codex's config for a thread. */
export interface CodexThreadConfig {
  /** 0 turns Codex's own discovery of `AGENTS.md` off. */
  project_doc_max_bytes: number
}

/** Parameters of a Codex thread. Tools are the caller's to add, as `dynamicTools`. */
export interface CodexThreadParams {
  /** The model. */
  model: string
  /** Working directory. */
  cwd: string
  /** When Codex asks. */
  approvalPolicy: 'untrusted' | 'on-failure' | 'on-request' | 'never'
  /** What commands may touch. */
  sandbox: 'read-only' | 'workspace-write' | 'danger-full-access'
  /** The gateway's prompt and the files that sub-agents inherit; absent when there are none. */
  developerInstructions?: string
  /** Overrides of Codex's config; absent when there are none. */
  config?: CodexThreadConfig
}

/** A part of a turn's input. */
export interface CodexTurnInput {
  /** Always a text. */
  type: 'text'
  /** The text. */
  text: string
}

/** Parameters of a Codex turn. */
export interface CodexTurnParams {
  /** The thread; absent until it is known. */
  threadId?: string
  /** The model. */
  model: string
  /** Working directory. */
  cwd: string
  /** When Codex asks. */
  approvalPolicy: 'untrusted' | 'on-failure' | 'on-request' | 'never'
  /** What commands may touch. */
  sandboxPolicy: CodexSandboxPolicy
  /** How hard the model thinks; absent for Codex's own choice. */
  effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh'
  /** The request, with the turn's context in front where there is one. */
  input: Array<CodexTurnInput>
  /** Mode and instructions of the turn. */
  collaborationMode: CodexCollaborationMode
}

/**
 * Compares two rendered prompts: the first section that differs and what is behind it, how much a provider's
 * cache can still serve, and what the miss costs.
 *
 * Both are what `render` or `renderAgentSystemPrompt` returned, or that read back from JSON.
 *
 * @throws `ERR_INVALID_PARAMETER` when the ranges of a prompt do not cover its text, or an option is wrong
 */
export declare function compareRenderedPrompts(a: ComparablePrompt, b: ComparablePrompt, options?: CompareOptions | null): PromptComparison

/**
 * The version of a skill's text: `sha256:` and the first 16 digits of its SHA-256. Every character counts; what
 * is not UTF-8 counts as U+FFFD.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function computeSkillPromptVersion(content: string | Uint8Array): string

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

/** One skill, or one directory that looks like a skill. */
export interface ConsideredSkill {
  /** Its name. Absent where its header could not be read. */
  name?: string
  /** Where it was found. */
  source: SkillSource
  /** The `SKILL.md`, or the directory where there is none. */
  path: string
  /** What became of it. */
  state: 'listed' | 'no-room' | 'hidden' | 'ineligible' | 'not-loaded'
  /** Content version. Absent where its header could not be read. */
  version?: string
  /** UTF-16 code units that it takes in the list; 0 outside it. */
  units: number
  /** Why it is not in the list. Absent for those that are. */
  reason?: SkillReason
  /** What the reason is about: the path that won, missing programs, variables or config paths. */
  details: string[]
}

/**
 * The context files that the system prompt shows in a mode: outside of `full`, none called `BOOTSTRAP.md`.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function contextFilesForBootstrapMode(files: readonly ContextFile[], mode: 'none' | 'limited' | 'full'): Array<BootstrapContextFile>

/** A line or fragment of a section; either `text` or `computed` is present. */
export interface DefinitionLine {
  /** Name of the line within its section. */
  key: string
  /** Facts that must hold for the line to show, given that its section does; `!` negates one. */
  when: Array<string>
  /** Text that joins the line to the one before it; without it, a line feed does. */
  glue?: string
  /** The sentence, with `{placeholder}`s and doubled literal braces. */
  text?: string
  /** Name of what the renderer makes. */
  computed?: string
}

/** A section of a prompt definition. */
export interface DefinitionSection {
  /** Name of the section. */
  id: string
  /** On which side of the cache boundary the section stands. */
  placement: 'stable' | 'dynamic'
  /** First element; empty when the section has none. */
  heading: string
  /** Facts that must hold for the section to show; `!` negates one. */
  when: Array<string>
  /** The lines in reading order. */
  lines: Array<DefinitionLine>
  /** Texts that lines of this section use as placeholders. */
  fragments: Array<DefinitionLine>
}

/** A text outside sections. */
export interface DefinitionText {
  /** Dotted key, such as `token.silent`. */
  key: string
  /** The text, with `{placeholder}`s and doubled literal braces. */
  text: string
}

/**
 * The operating system as the runtime line shows it: `macOS 15.1`, or type and release.
 *
 * `type` and `release` are what `os.type()` and `os.release()` return, `macVersion` is the product version.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function describeOperatingSystem(system: { type: string; release: string; macVersion?: string | null }): string

/**
 * Appends a cache boundary to a prompt that has none. A blank prompt is returned as it is.
 *
 * @throws `ERR_INVALID_PARAMETER` when `prompt` is not a string
 */
export declare function ensureSystemPromptCacheBoundary(prompt: string): string

/**
 * Estimates how many tokens a text has, without a tokenizer.
 *
 * Fitted to `o200k_base` by script: words of Latin, Cyrillic, Arabic and other scripts, characters of Chinese,
 * Japanese and Korean, digits, punctuation, emoji. Within about 15 % on text of some length.
 *
 * @throws `ERR_INVALID_PARAMETER` when `text` is not a string
 */
export declare function estimateTokens(text: string): number

/**
 * Whole lines of a memory file from line `from` on, as many as `lines` and `memoryGetMaxChars` allow.
 *
 * The notice does not count against the limit. A first line beyond the limit is cut between characters.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function excerptMemoryFile(params: MemoryExcerptParams): MemoryFileExcerpt

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
  /** The conditions of its section and then its own, all of which must hold. */
  when: Array<string>
  /** First UTF-16 code unit of the line in the rendered prompt. Absent when it is not shown. */
  start?: number
  /** One past its last code unit. Absent when it is not shown. */
  end?: number
  /** How the line reads; empty when it is not shown. */
  text: string
}

/**
 * Tells for every skill considered, and every directory that looks like one, whether it is in the list, what
 * it costs, and if it is not in, why not.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`, `ERR_INVALID_OVERLAY`
 */
export declare function explainWorkspaceSkills(workspaceDir: string, options?: SkillListOptions | null): Promise<SkillsReport>

/**
 * The twin of `explainWorkspaceSkills` that blocks.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`, `ERR_INVALID_OVERLAY`
 */
export declare function explainWorkspaceSkillsSync(workspaceDir: string, options?: SkillListOptions | null): SkillsReport

/**
 * The records that a session sees, in a new array: sub-agents `AGENTS.md` and `TOOLS.md`, scheduled runs of an
 * agent those two with `SOUL.md`, `IDENTITY.md` and `USER.md`, every other session all.
 *
 * The records themselves are the caller's, not copies.
 *
 * @throws `ERR_INVALID_PARAMETER` when `files` is no array
 */
export declare function filterBootstrapFilesForSession<T extends { name: string }>(files: readonly T[], sessionKey?: string | null): T[]

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
 * Shows a report: what `/context list` and `/context detail` print, the report as JSON, or the size check.
 *
 * Also takes a report that the peer stored. The size check is empty when every file fits with room to spare.
 *
 * @throws `ERR_INVALID_PARAMETER` when the report or the view is none
 */
export declare function formatContextReport(report: SystemPromptReport, view: 'list' | 'detail' | 'json' | 'size', session?: ContextSession | null): string

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
 * Writes a list of skills, in the given order and with every given skill, whatever its size.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_OVERLAY`
 */
export declare function formatSkillsForPrompt(skills: readonly SkillLine[], options?: SkillFormatOptions | null): string

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
 * Whether a session's transcript ends in a valid completion marker: its last 256 KiB are searched, 500 lines at
 * most. A transcript that is a symbolic link or cannot be read has none.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function hasCompletedBootstrapTurn(transcriptPath: string): Promise<boolean>

/**
 * `hasCompletedBootstrapTurn` on the calling thread.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function hasCompletedBootstrapTurnSync(transcriptPath: string): boolean

/**
 * Whether approvals are asked for in the channel's own interface first.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function hasNativeApprovals(channel: string | null | undefined, capabilities?: readonly string[] | null): boolean

/** Facts for the hook's event. */
export interface HookFacts {
  workspaceDir: string
  agentId: string
  timeout: number
}

/**
 * Whether the name, once trimmed, names a time zone: of the time zone database in any case, an older name such
 * as `PST`, or an offset such as `+02:00`.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function isTimeZone(name: string): boolean

/** A file that a filter left out. */
export interface LeftOutBootstrapFile {
  /** Name of the record. */
  name: string
  /** Path of the record. */
  path: string
  /**
   * The kind of session does not see it; the workspace's setup is completed; the run asks for less context; the
   * run's agent has no heartbeats.
   */
  reason: 'session' | 'setup-completed' | 'context-mode' | 'heartbeat'
  /** Whether the file has no content, whatever the reason. */
  missing: boolean
  /** Length of the right-trimmed content in UTF-16 code units; 0 for a missing file. */
  rawChars: number
}

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
 * Reads the eight workspace files, in load order, and further files below the workspace.
 *
 * Every file has a record, whether it is there or not, but for `MEMORY.md`, which has one only when the directory
 * has an entry of exactly that name. Only regular files of up to 2 MiB with one name and inside the workspace are
 * read; `reason` says why one was not. Text is decoded as UTF-8 with U+FFFD for what is not.
 *
 * @throws `ERR_INVALID_PARAMETER`
 * @throws `ERR_WORKSPACE_MISSING`, `ERR_WORKSPACE_NOT_A_DIRECTORY`, `ERR_WORKSPACE_UNREADABLE`
 */
export declare function loadWorkspaceBootstrapFiles(dir: string, options?: LoadWorkspaceBootstrapOptions | null): Promise<Array<WorkspaceBootstrapFile>>

/**
 * `loadWorkspaceBootstrapFiles` on the calling thread.
 *
 * @throws as `loadWorkspaceBootstrapFiles`
 */
export declare function loadWorkspaceBootstrapFilesSync(dir: string, options?: LoadWorkspaceBootstrapOptions | null): Array<WorkspaceBootstrapFile>

/**
 * Loads the skills of a workspace from all their places.
 *
 * Where a list of skills applies (`skillFilter`, or the agent's own), the entries are those that it names and
 * that are eligible here; else all that could be loaded. `explainWorkspaceSkills` tells about the others.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
 */
export declare function loadWorkspaceSkillEntries(workspaceDir: string, options?: WorkspaceSkillOptions | null): Promise<SkillEntry[]>

/**
 * The twin of `loadWorkspaceSkillEntries` that blocks; a drop-in for the peer's function of that name.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
 */
export declare function loadWorkspaceSkillEntriesSync(workspaceDir: string, options?: WorkspaceSkillOptions | null): SkillEntry[]

/** Lines of a memory file. */
export interface MemoryFileExcerpt {
  /** The lines, and below a blank line the notice that more follows. */
  text: string
  /** First line, counted from 1. */
  from: number
  /** Number of lines; a line that was cut counts. */
  lines: number
  /** Whether text was left out. */
  truncated: boolean
  /** Line to continue from; absent when nothing follows or a line was cut. */
  nextFrom?: number
}

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

/** What the part above the boundary costs in one request, in the currency of the price. */
export interface MissCost {
  /** As it is now, with the miss. */
  actual: number
  /** As it would be if the cache had served all of it. */
  expected: number
  /** What the miss adds. */
  extra: number
}

/**
 * Whether a stored snapshot must be made anew: none is there, it has another form, its version is stale, or
 * it was made for other names.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function needsSkillSnapshotRebuild(params: StoredSkillsParams): boolean

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
 * The values in the header of a `SKILL.md`, as text; empty where it has none. A drop-in for the peer's function.
 *
 * The header is read as YAML 1.2 and line by line: a block that is not YAML still yields the lines that look
 * like `key: value`.
 *
 * @throws `ERR_INVALID_PARAMETER` when `content` is not a string
 */
export declare function parseFrontmatterBlock(content: string): Record<string, string>

/**
 * The request with a turn's context in front, each under its label.
 *
 * @throws `ERR_INVALID_PARAMETER` when an argument is not a string
 */
export declare function prefixCodexRequest(turnContext: string, request: string): string

/**
 * Puts an addition first below the cache boundary; without a boundary, in front of the prompt.
 *
 * The addition is normalised like a provider's block. What is not a string, or blank, adds nothing.
 *
 * @throws `ERR_INVALID_PARAMETER` when `prompt` is not a string
 */
export declare function prependSystemPromptAdditionAfterCacheBoundary(prompt: string, addition: string | null | undefined): string

/** A file or list within a section. */
export interface PromptBlock {
  /** What it is. */
  kind: 'file' | 'skills' | 'tools'
  /** Path of the file as given; empty for lists. */
  name: string
  /** First UTF-16 code unit in `text`, of the heading for a file. */
  start: number
  /** One past the last code unit. */
  end: number
}

/** How two rendered prompts differ. */
export interface PromptComparison {
  /** Whether the prompts are the same, unit by unit. */
  equal: boolean
  /** Where they part. Absent when they are equal. */
  firstDifference?: PromptDifference
  /**
   * What both start with, and so what a provider's cache can still serve. In `renderForSession` rounded down
   * to 128 UTF-16 code units.
   */
  equalPrefix: TextSize
  /** What the cache no longer serves: from the first difference to the cache boundary of the second prompt. */
  missed: TextSize
  /** Every section that differs, in the order of the second prompt; removed ones last. */
  sections: Array<SectionChange>
  /** What the part above the boundary costs in one request. Absent without `price`. */
  cost?: MissCost
}

/** Everything that a prompt definition says, overlays included, spelled as docs/prompt.md has it. */
export interface PromptDefinition {
  /** All sections in the order of the prompt. */
  sections: Array<DefinitionSection>
  /** Texts outside sections, sorted by key. */
  texts: Array<DefinitionText>
  /** The lines of prompt mode `none`, as `section.key`. */
  bare: Array<string>
}

/** Where two prompts part. */
export interface PromptDifference {
  /** The first section that differs. */
  section: string
  /** How it differs. */
  change: 'added' | 'changed' | 'moved' | 'removed'
  /** On which side of the cache boundary it stands. */
  placement: 'stable' | 'boundary' | 'dynamic'
  /** Whether the difference makes the provider's cache miss: it stands above the boundary. */
  beforeBoundary: boolean
  /** Path of the context file in which the prompts part. Absent when they part elsewhere. */
  file?: string
  /**
   * What is behind it: the parameters and files that changed and can change this section. Empty when a
   * prompt comes without `inputs`.
   */
  causes: Array<ChangeCause>
}

/** A parameter that was given. */
export interface PromptInput {
  /** Path of the parameter, such as `runtimeInfo.channel`; for a context file `contextFiles[PATH]`. */
  name: string
  /**
   * SHA-256 of the value in hexadecimal. Not comparable with other hashes of the same text. Of
   * `ownerDisplaySecret` only the first 4 digits.
   */
  sha256: string
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

/**
 * Makes the links in the directory of links agree with the skills of the enabled plugins, so that the list can
 * name paths that stay the same wherever a plugin is installed. Loading never writes; call this when plugins
 * change.
 *
 * Rejects with `ERR_PLUGIN_LINKS` when a link cannot be made or removed.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function publishPluginSkillLinks(pluginSkillsDir: string, enabledPluginDirs: readonly string[]): Promise<void>

/**
 * The twin of `publishPluginSkillLinks` that blocks.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_PLUGIN_LINKS`
 */
export declare function publishPluginSkillLinksSync(pluginSkillsDir: string, enabledPluginDirs: readonly string[]): void

/**
 * The sections of `AGENTS.md` that the config shows again after a compaction, or `undefined` when it names none or
 * none is there.
 *
 * @throws `ERR_INVALID_PARAMETER`
 * @throws `ERR_WORKSPACE_MISSING`, `ERR_WORKSPACE_NOT_A_DIRECTORY`, `ERR_WORKSPACE_UNREADABLE`
 */
export declare function readPostCompactionContext(workspaceDir: string, options: PostCompactionOptions): Promise<string | undefined>

/**
 * `readPostCompactionContext` on the calling thread.
 *
 * @throws as `readPostCompactionContext`
 */
export declare function readPostCompactionContextSync(workspaceDir: string, options: PostCompactionOptions): string | undefined

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
 * The context files under the paths a sandbox knows: those inside `sourceDir` keep their place below `targetDir`.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function remapContextFilesToWorkspace(files: readonly ContextFile[], sourceDir: string, targetDir: string): Array<BootstrapContextFile>

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
  /** Context files, the skills list and the tool list, in order. Each lies within a section. */
  blocks: Array<PromptBlock>
  /** The parameters that were given, as hashes: what `compareRenderedPrompts` needs to name a cause. */
  inputs: Array<PromptInput>
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
 * Resolves the workspace files of one run: reads and filters them, lets the `agent:bootstrap` hook change the list,
 * cuts them to budget, and accounts for every file.
 *
 * The hook gets the peer's event; what it returns, else what is in `event.context.bootstrapFiles` afterwards, is
 * the new list. A hook that throws, rejects, returns no list or does not end within `hookTimeoutMs` changes nothing,
 * and single entries that are no records are left out; both are diagnostics. The session's filter and the setup's
 * hold for what a hook adds as well.
 *
 * Files are read off the event loop.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_LOCALE`
 * @throws `ERR_WORKSPACE_MISSING`, `ERR_WORKSPACE_NOT_A_DIRECTORY`, `ERR_WORKSPACE_UNREADABLE`
 */
export declare function resolveBootstrapContextForRun(params: BootstrapRunParams): Promise<BootstrapRunContext>

/**
 * `resolveBootstrapContextForRun` on the calling thread, without a hook.
 *
 * @throws as `resolveBootstrapContextForRun`, and `ERR_INVALID_PARAMETER` when a hook is given
 */
export declare function resolveBootstrapContextForRunSync(params: Omit<BootstrapRunParams, 'hook' | 'hookTimeoutMs'>): BootstrapRunContext

/**
 * How a run takes part in the workspace's first-run setup, from facts that the caller has worked out.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveBootstrapMode(params: BootstrapModeFacts): 'none' | 'limited' | 'full'

/**
 * Routes a run: setup mode, files, completion marker.
 *
 * Setup is pending where `workspacePending` says so, and where a `BOOTSTRAP.md` with text is among
 * `bootstrapFiles`.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveBootstrapRouting(params: BootstrapRoutingParams): BootstrapRouting

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
 * When a session's files enter its prompt: the agent's `contextInjection`, else the defaults', else `always`.
 *
 * Without an agent the defaults count alone.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveContextInjectionMode(config?: GatewayConfig | null, agentId?: string | null): 'always' | 'continuation-skip' | 'never'

/**
 * The agent's `contextLimits`, field by field over the defaults'; a value outside its range is brought into it.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveContextLimits(params?: { config?: GatewayConfig | null; agentId?: string | null } | null): AgentContextLimits

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
 * The skills prompt of one run: the stored snapshot's, trimmed, where it is not blank; else a list of those
 * of `entries` that are eligible; else empty. Looks programs up on the `PATH` when it makes a list.
 *
 * @throws `ERR_INVALID_PARAMETER`, `ERR_INVALID_OVERLAY`
 */
export declare function resolveSkillsPromptForRun(params: RunSkillsParams): string

/**
 * The limits for a model's context window: the agent's `toolResultMaxChars`, else 16,000, from 100,000 tokens
 * 32,000, from 200,000 tokens 64,000; in any case at most 30 % of the window at four units a token.
 *
 * Without a known window it is 16,000.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function resolveToolResultLimits(params: { contextWindowTokens?: number | null; config?: GatewayConfig | null; agentId?: string | null }): ToolResultCharLimits

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
 * Cuts a run's records to budget and routes them to the surfaces of a native Codex turn.
 *
 * A `MEMORY.md` that the model reaches through memory tools uses no budget. Files go by their last path part, in
 * any case; absent files go nowhere.
 *
 * @throws `ERR_INVALID_PARAMETER`
 */
export declare function routeCodexBootstrapFiles(params: CodexBootstrapParams): CodexBootstrapRouting

/** A section that differs. */
export interface SectionChange {
  /** Name of the section. */
  id: string
  /** How it differs. */
  change: 'added' | 'changed' | 'removed'
}

/** A prompt of a session. */
export interface SessionPrompt {
  /** The prompt with its map. */
  prompt: RenderedPrompt
  /** How it differs from the session's last one. Absent when it does not, or when there was none. */
  change?: PromptComparison
}

/** A skill as the list shows it. */
export interface Skill {
  /** Name from the header, else the directory's. */
  name: string
  /** Description from the header. */
  description: string
  /** Path of the `SKILL.md`. */
  filePath: string
  /** Directory that relative paths in the skill are resolved against. */
  baseDir: string
  /** Content version, see `computeSkillPromptVersion`. */
  promptVersion?: string
  /** Where it was found. */
  source: SkillSource
  /** The same for user interfaces. */
  sourceInfo: SkillSourceInfo
  /** Whether the skill is left out of the list. It still counts as available. */
  disableModelInvocation: boolean
}

/** A skill with everything its header says. */
export interface SkillEntry {
  /** What the list shows. */
  skill: Skill
  /** The header's values as text, in reading order. */
  frontmatter: Record<string, string>
  /** What it asks of its host. Absent without a readable `metadata` block. */
  metadata?: SkillMetadata
  /** Who may call it. */
  invocation: SkillInvocation
  /** Where it is shown. */
  exposure: SkillExposure
  /** The plugin's own directory where `skill` names a generated link to it. */
  syncSourceDir?: string
}

/** Where a skill is shown. */
export interface SkillExposure {
  /** Always true. */
  includeInRuntimeRegistry: boolean
  /** Whether the list may show it. */
  includeInAvailableSkillsPrompt: boolean
  /** Whether people may call it. */
  userInvocable: boolean
}

/** One way to install what a skill needs. Checked to be safe to show, never run. */
export interface SkillInstall {
  /** How. */
  kind: 'brew' | 'node' | 'go' | 'uv' | 'download'
  /** Identifier for user interfaces. */
  id?: string
  /** Text for user interfaces. */
  label?: string
  /** Programs that it brings. */
  bins?: Array<string>
  /** Platforms by Node's name. */
  os?: Array<string>
  /** Homebrew formula, for `brew`. */
  formula?: string
  /** Package, for `node` and `uv`. */
  package?: string
  /** Go module, for `go`. */
  module?: string
  /** Address, for `download`. */
  url?: string
  /** Archive format of a download. */
  archive?: string
  /** Whether a download is unpacked. */
  extract?: boolean
  /** Leading directories to drop when it is unpacked. */
  stripComponents?: number
  /** Where it is unpacked to. */
  targetDir?: string
}

/** Who may call a skill. */
export interface SkillInvocation {
  /** Whether people may, by a slash command. */
  userInvocable: boolean
  /** Whether the model may not. */
  disableModelInvocation: boolean
}

/** What a skill asks of its host. */
export interface SkillMetadata {
  /** Whether programs, variables and config paths are left unchecked. */
  always?: boolean
  /** Pictogram for people. */
  emoji?: string
  /** Web page for people. */
  homepage?: string
  /** Name under which the configuration knows the skill. */
  skillKey?: string
  /** The variable that an `apiKey` fills. */
  primaryEnv?: string
  /** Platforms by Node's name. Absent means any. */
  os?: Array<string>
  /** What must be there. */
  requires?: SkillRequirements
  /** Ways to install what is missing. */
  install?: Array<SkillInstall>
}

/** What must be there for a skill to be of use. */
export interface SkillRequirements {
  /** Programs that must all be found. */
  bins: Array<string>
  /** Programs of which one must be found. */
  anyBins: Array<string>
  /** Variables that must all be set. */
  env: Array<string>
  /** Paths into the configuration that must all be on. */
  config: Array<string>
}

/** Where a skill was found, for user interfaces. */
export interface SkillSourceInfo {
  /** Path of the `SKILL.md`. */
  path: string
  /** Where it was found. */
  source: SkillSource
  /** Always `project`. */
  scope: 'project'
  /** Always `top-level`. */
  origin: 'top-level'
  /** Directory of the skill. */
  baseDir: string
}

/** The list of a workspace's skills and its account. */
export interface SkillsReport {
  /**
   * Every skill considered, and every directory that looks like one: the list's in its order, then those
   * without room, hidden ones, those that are not eligible, and what could not be loaded.
   */
  skills: ConsideredSkill[]
  /** The list as text. */
  prompt: string
  /** Length of `prompt` in UTF-16 code units. */
  units: number
  /** Most code units that the limits allow. */
  maxUnits: number
  /** Skills in the list. */
  listed: number
  /** Skills that would be in the list if it had no limits. */
  total: number
  /** Most skills that the limits allow. */
  maxSkills: number
  /** Whether the list has descriptions. */
  layout: 'full' | 'compact'
}

/**
 * Cuts a prompt at its first cache boundary.
 *
 * Returns `undefined` when there is none. Later markers stay in the suffix.
 *
 * @throws `ERR_INVALID_PARAMETER` when `prompt` is not a string
 */
export declare function splitSystemPromptCacheBoundary(prompt: string): PromptParts | undefined

/**
 * Replaces each cache boundary, with the line feeds around it, by one line feed.
 *
 * @throws `ERR_INVALID_PARAMETER` when `prompt` is not a string
 */
export declare function stripSystemPromptCacheBoundary(prompt: string): string

/** The size of a text. */
export interface TextSize {
  /** UTF-16 code units. */
  chars: number
  /** Bytes in UTF-8. */
  bytes: number
  /** Tokens: the estimate, or what `countTokens` says. */
  tokens: number
}

/** Limits for tool results, in UTF-16 code units. */
export interface ToolResultCharLimits {
  /** For one result. */
  maxChars: number
  /** For all results together. */
  totalMaxChars: number
}

/** What a turn's prompt holds. Lengths are in UTF-16 code units. */
export interface TurnReport {
  /** Length of the prompt. */
  chars: number
  /** Of these, above the cache boundary. */
  stableChars: number
  /** Of these, below the cache boundary. */
  dynamicChars: number
  /** Of these, context files with their headings. */
  projectContextChars: number
  /** All others. */
  nonProjectContextChars: number
  /** SHA-256 of the prompt in UTF-8, as 64 lower-case hexadecimal digits. */
  hash: string
}

/**
 * The strict twin of `buildAgentSystemPrompt`, for callers' tests: lists every unknown key, every value outside
 * a closed set and every wrong type. Never throws for what it finds.
 */
export declare function validateAgentSystemPromptParams(params: unknown): Array<ParameterProblem>

/** Version of the binary. A package of another version refuses it. */
export declare const VERSION: string

/** A workspace file that was looked for. */
export interface WorkspaceBootstrapFile {
  /** Usually one of the eight known names; a hook may use any. */
  name: string
  /** Where it was looked for. */
  path: string
  /** The content; absent when the file is missing. */
  content?: string
  /** Whether there is no content, whatever the reason. */
  missing: boolean
  /** Why there is no content; absent when there is. */
  reason?: 'absent' | 'too-large' | 'outside-workspace' | 'hard-link' | 'not-a-file' | 'unreadable'
}

/** How far a workspace's first-run setup has come. */
export interface WorkspaceSetup {
  /** Whether completion is recorded; the workspace's own `BOOTSTRAP.md` is then left out. */
  completed: boolean
  /** Whether the setup is still to be done: not recorded as completed, and `BOOTSTRAP.md` exists. */
  pending: boolean
}

/** What a session keeps of its skills. */
export interface WorkspaceSkillSnapshot {
  /** The list as text; empty where there is nothing to say. */
  prompt: string
  /** All available skills, hidden ones included, in name order. */
  skills: AvailableSkill[]
  /** The names that were allowed. Absent where all are. */
  skillFilter?: Array<string>
  /** The available skills that are not hidden, with their whole paths. Not meant to be stored. */
  resolvedSkills: Skill[]
  /** The caller's version. */
  version?: number
  /** Version of the snapshot's form. */
  promptFormatVersion: number
  /**
   * Hash over form, list and available skills, `sha256:` and 64 digits: equal digests mean equal content,
   * also in another process.
   */
  digest: string
}
