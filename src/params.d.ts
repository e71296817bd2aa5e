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
  /** Current level, shown as given. */
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
