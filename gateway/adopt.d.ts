import type { AgentSystemPromptParams, PromptBuilder } from '../index.js'

/** Options of {@link adoptPromptWording}. */
export interface AdoptionOptions {
  /**
   * Random parameter sets for the proof.
   * @default 2000
   */
  cases?: number
  /**
   * First of their seeds.
   * @default 0
   */
  seed?: number
  /**
   * Whether the builder honours `memoryLines` and `deliverableChannels`. Otherwise it asks its own process, and its
   * memory section is left alone.
   * @default false
   */
  hostParameters?: boolean
  /**
   * The channels that the builder finds in its process.
   * @default the 24 channels bundled with the peer
   */
  deliverableChannels?: string[]
  /**
   * The builder's default heartbeat instruction: with it the block is looked for that the builder takes out of
   * context files.
   * @default the block is not looked for
   */
  heartbeatPrompt?: string
  /**
   * The builder's `buildBootstrapContextFiles`, whose markers are learned too.
   * @default they are not
   */
  bootstrap?: (files: never[], options: object) => { path: string; content: string }[]
  /**
   * The builder's `buildBootstrapPromptWarningNotice`.
   * @default the notice is not learned
   */
  notice?: (lines: string[]) => string | undefined
  /**
   * The builder's `formatSkillsForPrompt`, `formatSkillsCompact` and `resolveSkillsPromptForRun`, whose sentences are
   * learned too.
   * @default they are not
   */
  skills?: {
    full: (skills: never[]) => string
    compact?: (skills: never[]) => string
    forRun?: (params: never) => string
  }
}

/** An overlay in the shape that docs/prompt.md describes. */
export interface AdoptedOverlay extends Record<string, unknown> {
  unprotect: string[]
  texts: Record<string, string>
  section: Record<string, AdoptedSection>
}

/** What an adopted overlay says of a section. */
export interface AdoptedSection {
  drop?: true
  heading?: string
  when?: string[]
  move?: { before: string } | { after: string }
  line?: Record<string, { drop?: true; text?: string; when?: string[] }>
  insert?: { key: string; before?: string; after?: string; when: string[]; text: string }[]
}

/** Comparisons over random input. */
export interface Proof {
  /** How many were made: all that were asked for, or up to the first difference. */
  cases: number
  /** How many came out equal, byte for byte. */
  equal: number
  /** How many differ only in what docs/parity.md lists as different on purpose. */
  intended: number
  /** The first difference. */
  difference?: {
    seed: number
    /** Section of our prompt, or name of the file, in which the two part. */
    section: string
    /** First UTF-16 code unit that differs. */
    offset: number
    /** Lengths in UTF-16 code units; -1 for a side that threw. */
    ours: number
    theirs: number
    /** The parameters, without what the difference does not need. Generated, so nobody's content. */
    params: Record<string, unknown>
  }
}

/** What was learned of a builder, and how far it is proven. Keys are `section.key`, `section` or `texts.key`. */
export interface Adoption {
  /** Whether every line is explained and every random case came out equal. */
  ok: boolean
  /** The builder's wording and structure, for `new PromptBuilder({ overlays: [overlay] })`. */
  overlay: AdoptedOverlay
  /** Keys whose text was learned. */
  learned: string[]
  /** Lines and sections that the builder does not have. */
  dropped: string[]
  /** Sections that stand elsewhere. */
  moved: string[]
  /** Lines that stand in another section, or that only the builder has. */
  inserted: string[]
  /** Lines and sections that show under another condition. */
  reconditioned: string[]
  /** Lines that no call showed; they keep the shipped words. */
  unseen: string[]
  /** Lines that could not be explained. */
  unexplained: { key: string; problem: string }[]
  /** Calls that were made to learn. */
  probes: number
  /** The proof for prompts. */
  proof: Proof
  /** The proof for cut files, when `bootstrap` was given. */
  bootstrapProof?: Proof
  /** The proof for lists of skills, when `skills` was given. */
  skillsProof?: Proof
}

/**
 * Learns the wording and the structure of a prompt builder by calling it, and proves both with random parameters.
 *
 * Nothing is read from the builder's source and nothing is written. What is learned may not be yours to publish.
 */
export declare function adoptPromptWording(
  builder: (params: AgentSystemPromptParams) => string,
  options?: AdoptionOptions,
): Adoption

/** The learning alone: its calls are rendered again with what was learned, but no random ones follow. */
export declare function learnPromptWording(
  builder: (params: AgentSystemPromptParams) => string,
  options?: AdoptionOptions,
): Omit<Adoption, 'ok' | 'proof' | 'bootstrapProof' | 'skillsProof'> & {
  adopted?: PromptBuilder
  heartbeatBlock?: string
}
