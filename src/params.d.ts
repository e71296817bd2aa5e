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
