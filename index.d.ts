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
 * Appends the line that names the model, or replaces the first such line and deletes the others.
 *
 * A blank model leaves the prompt as it is. When a line is replaced, every CRLF in the prompt becomes LF.
 */
export declare function appendModelIdentitySystemPrompt(prompt: string, model: string): string

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
