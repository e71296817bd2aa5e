// The folder that a soak works in: a workspace, skills, configs, and texts for the parameters that name them.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Fills `root`; returns right texts by the name of the parameter. */
export function fillPlace(root) {
  const write = (path, text) => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  const long = Array.from({ length: 900 }, (_, line) => `${line} - you must look twice\n`).join('')
  write('workspace/AGENTS.md', `# House rules\n\n## Session Startup\n\nSay hello.\n\n## Red Lines\n\nStay inside.\n${long}`)
  write('workspace/SOUL.md', 'Calm.\n')
  write('workspace/MEMORY.md', `${'日本'.repeat(9000)}\n`)
  write('workspace/memory/2026-01-02.md', 'Rain.\n')
  write('workspace/skills/tea/SKILL.md', '---\nname: tea\ndescription: Make tea.\nmetadata: {"openclaw": {"requires": {"bins": ["sh"]}}}\n---\nBoil.\n')
  write('workspace/skills/broken/SKILL.md', '---\nname: [\n')
  write('plugin/skills/coffee/SKILL.md', '---\nname: coffee\ndescription: Make coffee.\n---\n')
  const configFile = write('config.json5', "{ agents: { list: [{ id: 'a' }] }, $include: './more.json5' }")
  write('more.json5', "{ memory: { citations: 'on' }, messages: { x: '${HOME}' } }")
  const badConfig = write('bad.json5', '{ a: [')
  const tts = write('tts.json', '{"tts": {"auto": "always"}}')
  const transcript = write('transcript.jsonl', '{"type":"message"}\n{"type":"custom","customType":"openclaw:bootstrap-context:full"}\n')
  for (const folder of ['links', 'home', 'empty']) mkdirSync(join(root, folder), { recursive: true })
  const workspace = join(root, 'workspace')
  const workspaces = [workspace, workspace, join(root, 'empty'), join(root, 'missing'), configFile]
  return {
    dir: workspaces,
    workspaceDir: workspaces,
    path: [configFile, badConfig, tts, join(root, 'missing.json5'), 'AGENTS.md', 'x/SOUL.md'],
    configPath: [configFile],
    transcriptPath: [transcript, workspace, join(root, 'missing.jsonl')],
    pluginSkillsDir: [join(root, 'links')],
    enabledPluginDirs: [join(root, 'plugin'), join(root, 'empty')],
    bundledSkillsDir: [join(root, 'plugin/skills')],
    managedSkillsDir: [join(root, 'empty')],
    includeRoots: [root],
    homeDir: [join(root, 'home')],
    currentDir: [workspace],
    moduleDir: [workspace],
    sourceDir: [workspace],
    targetDir: ['/sandbox'],
    name: ['AGENTS.md', 'SOUL.md', 'MEMORY.md', 'BOOTSTRAP.md', 'tea', 'a'],
    model: ['openai/gpt-5', 'a/b'],
  }
}
