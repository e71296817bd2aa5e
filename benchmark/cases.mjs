// Parameters of a real turn in the sizes, alphabets and changes that the benchmarks time.

const PHRASES = {
  Latin: 'The quick brown fox jumps over the lazy dog now.\n',
  mixed: 'Largely Latin text, with a word like \u0436\u0443\u043a or \u65e5\u672c here and there.\n',
  CJK: '\u4e16\u754c\u4e2d\u304c\u8a9e\u3067\u66f8\u304b\u308c\u305f\u6587\u7ae0\u3002\u{1f600}\n',
}

/** Names of the alphabets. */
export const ALPHABETS = Object.keys(PHRASES)

const TOOLS = [
  'read', 'write', 'edit', 'apply_patch', 'grep', 'find', 'ls', 'exec', 'process', 'web_search', 'web_fetch',
  'browser', 'canvas', 'nodes', 'cron', 'message', 'gateway', 'sessions_spawn',
]

// Forty entries, as with the skills that come with a gateway; with it prompts are 22,000 units longer than their files.
const SKILLS = Array.from({ length: 40 }, (_, number) => [
  '  <skill>',
  `    <name>skill-${number}</name>`,
  `    <description>Use when thing ${number} comes up and nothing else on this list is closer to what was asked for, or when the user names it.</description>`,
  `    <location>/opt/skills/skill-${number}/SKILL.md</location>`,
  '  </skill>',
])
const SKILLS_PROMPT = ['<available_skills>', ...SKILLS.flat(), '</available_skills>'].join('\n')

/** A flat copy: a string of its own, not a slice or a rope. */
export function flat(text) {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

/** `units` units of text that ends in a line feed. */
export function workspaceText(units, alphabet) {
  const phrase = PHRASES[alphabet]
  return flat(`${phrase.repeat(Math.ceil(units / phrase.length)).slice(0, units - 1)}\n`)
}

/** The files of a workspace with about `units` UTF-16 code units in all, each ending in a line feed. */
export function workspaceFiles(units, alphabet, number = 0) {
  const phrase = PHRASES[alphabet]
  const each = Math.floor(units / 3) - 2
  const body = phrase.repeat(Math.ceil(each / phrase.length)).slice(0, each)
  return ['AGENTS.md', 'SOUL.md', 'USER.md'].map((path, index) => ({
    path,
    content: flat(`${body}${String.fromCharCode(97 + ((number + index) % 26))}\n`),
  }))
}

/**
 * Parameters of one turn, new objects each time.
 *
 * `strings` says what becomes of file contents: `same` passes the very strings, `sliced` what trimming a cached file
 * gives, `flat` new copies.
 */
export function turn(files, { strings = 'sliced', context = 'You are in a chat.', edit = '', workspaceDir = '/home/ada/workspace', session = 0 } = {}) {
  const content = (text, index) => {
    const edited = index === 0 && edit ? flat(`${edit}\n${text}`) : text
    if (strings === 'same') return edited
    return strings === 'flat' ? flat(edited) : edited.trimEnd()
  }
  return {
    workspaceDir,
    promptMode: 'full',
    toolNames: [...TOOLS],
    acpEnabled: true,
    skillsPrompt: strings === 'flat' ? flat(SKILLS_PROMPT) : SKILLS_PROMPT,
    modelAliasLines: ['- fast: provider/small', '- slow: provider/large'],
    ownerNumbers: ['+15550001', '+15550002'],
    userTimezone: 'Europe/Berlin',
    reasoningLevel: 'off',
    defaultThinkLevel: 'low',
    heartbeatPrompt: 'Look into HEARTBEAT.md.',
    docsPath: '/opt/docs',
    sourcePath: '/opt/source',
    workspaceNotes: ['One note.'],
    extraSystemPrompt: context,
    ttsHint: 'Keep it short.',
    contextFiles: files.map(({ path, content: text }, index) => ({ path, content: content(text, index) })),
    runtimeInfo: {
      agentId: 'main',
      sessionKey: `agent:main:telegram:${session}`,
      sessionId: 'session',
      host: 'host',
      repoRoot: '/home/ada/workspace',
      os: 'Linux',
      arch: 'x64',
      node: 'v24',
      model: 'provider/large',
      defaultModel: 'provider/large',
      shell: 'bash',
      channel: 'telegram',
      chatType: 'direct',
      capabilities: ['inlineButtons', 'richText'],
    },
  }
}

/** What a benchmark calls in its round number `round`. */
export function changes(files, sessions) {
  return {
    'unchanged, same strings': () => turn(files, { strings: 'same' }),
    'unchanged, sliced strings': () => turn(files),
    'unchanged, new strings': () => turn(files, { strings: 'flat' }),
    'suffix changes': (round) => turn(files, { context: `Chat number ${round}.` }),
    'one file edited': (round) => turn(files, { edit: `Edit ${round}.` }),
    'workspace changes': (round) => turn(files, { workspaceDir: `/home/ada/w${round}` }),
    '64 sessions in turn': (round) => turn(sessions[round % 64], { session: round % 64 }),
  }
}
