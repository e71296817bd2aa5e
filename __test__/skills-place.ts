import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A home, a workspace and a directory of bundled skills of their own. */
export function makePlace() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'clawprompt-skills-')))
  const [home, workspace, bundled] = ['home', 'workspace', 'bundled'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  for (const dir of [home, workspace, bundled]) mkdirSync(dir)
  const write = (path: string, text: string) => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  return {
    root,
    workspace,
    write,
    /** Writes a skill that is named after its directory; `lines` join its header. */
    add: (dir: string, ...lines: string[]) => write(`${dir}/SKILL.md`, skill(dir.split('/').pop()!, ...lines)),
    /** The process as far as skills depend on it. */
    host: {
      env: { HOME: home, OPENCLAW_BUNDLED_SKILLS_DIR: bundled, PATH: process.env.PATH },
      homeDir: home,
      platform: 'linux',
    },
  }
}

/** Text of a skill. */
export function skill(name: string, ...lines: string[]): string {
  return ['---', `name: ${name}`, `description: About ${name}.`, ...lines, '---', `# ${name}`, ''].join('\n')
}
