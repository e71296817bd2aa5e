// The gateway's sentences around the list, learned from what it prints. They stay in memory.

const SAMPLE = {
  name: 'sample', description: 'd', filePath: '/sample/SKILL.md', baseDir: '/sample', promptVersion: 'sha256:0123456789abcdef',
  source: 'openclaw-workspace', sourceInfo: { path: '/sample/SKILL.md', source: 'openclaw-workspace', scope: 'project', origin: 'top-level' },
  disableModelInvocation: false,
}

const literal = (text) => text.replaceAll('{', '{{').replaceAll('}', '}}')

/** The texts in the form that clawprompt takes, keyed as in the table `skills` of prompt/texts.toml. */
export function learnSkillTexts(peer) {
  const guidance = (text) => text.slice(2, text.indexOf('\n\n<available_skills>')).split('\n').map(literal)
  const full = guidance(peer.formatSkillsForPrompt([SAMPLE]))
  const compact = guidance(peer.formatSkillsCompact([SAMPLE]))
  if (full.length !== 4 || compact.length !== 4) throw new Error('the list no longer starts with four lines')
  const entries = ['one', 'two'].map((name) => ({ skill: { ...SAMPLE, name, description: 'long '.repeat(200) }, frontmatter: {} }))
  const note = (limits) => {
    const config = { plugins: { enabled: false }, skills: { limits } }
    const text = peer.resolveSkillsPromptForRun({ entries, config, workspaceDir: '/sample' })
    return literal(text.slice(0, text.includes('\n\n\n') ? text.indexOf('\n\n\n') : text.length))
  }
  const counted = (text, included) => text.replace(String(included), '{included}').replace('2', '{total}')
  const text = {
    purpose: full[0], load_by_description: full[1], read_again: full[2], relative_paths: full[3], load_by_name: compact[1],
    some: counted(note({ maxSkillsInPrompt: 1 }), 1),
    compact: note({ maxSkillsPromptChars: 1200 }),
    some_compact: counted(note({ maxSkillsPromptChars: 0 }), 0),
    // Texts of the fair policy, which the gateway does not have.
    shortened: 'shortened', left_out: '{names}', left_out_more: '{names} {more}', left_out_count: '{more}', cut: '...',
  }
  if (/\d/.test(text.compact) || !text.some.includes('{total}') || !text.some_compact.includes('{total}')) {
    throw new Error('the notes of the list were not recognised')
  }
  return text
}
