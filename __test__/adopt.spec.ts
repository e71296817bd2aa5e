import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  PromptBuilder,
  buildBootstrapContextFiles,
  buildBootstrapPromptWarningNotice,
  formatSkillsForPrompt,
  resolveSkillsPromptForRun,
} from '../index.js'
import { adoptPromptWording } from '../gateway/adopt.js'
import { describe, expect, test } from 'vitest'

import { read, root, thrown } from './support.js'

type Params = Parameters<PromptBuilder['build']>[0]
type Builder = (params: Params) => string

/** A builder with other words or another structure than the shipped one. */
function builderWith(overlay: Record<string, unknown>): Builder {
  const builder = new PromptBuilder({ overlays: [overlay] })
  return (params) => builder.build(params)
}

const host = { hostParameters: true, cases: 300 }

describe('what is learned', () => {
  test('the shipped wording is learned whole and proven', () => {
    const result = adoptPromptWording(builderWith({}), host)
    expect(result).toMatchObject({ ok: true, dropped: [], moved: [], inserted: [], unexplained: [], unseen: [] })
    expect(result.proof).toEqual({ cases: 300, equal: 300, intended: 0 })
  })

  test('texts, headings, braces, placeholders in another order, fragments and labels', () => {
    const overlay = {
      texts: { 'blocked_reason.channel': 'this channel', 'tool_summary.grep': 'find {{words}}' },
      section: {
        workspace: {
          heading: '## Where you are',
          line: { sandbox_split: { text: 'exec {container_workspace_dir}; files {host_workspace_dir}; {{x}}' } },
        },
        sandbox: { line: { access: { text: 'Reach{mount_part}: {access}' }, mount_part: { text: ' [at {mount}]' } } },
        messaging: { line: { tool_buttons_off: { text: 'No buttons in {channel}, {channel}.' } } },
        documentation: { line: { authority_local: { text: '{read_tool} the docs before you talk.' } } },
      },
    }
    const result = adoptPromptWording(builderWith(overlay), host)
    expect(result).toMatchObject({ ok: true, unexplained: [] })
    expect(result.overlay).toMatchObject(overlay)
  })

  test('lines and sections that the builder lacks are dropped', () => {
    const overlay = {
      section: {
        tooling: { line: { later_cron: { drop: true } } },
        skill_workshop: { drop: true },
        voice: { heading: '' },
      },
    }
    const result = adoptPromptWording(builderWith(overlay), host)
    expect(result).toMatchObject({ ok: true, dropped: ['tooling.later_cron', 'voice.#', 'skill_workshop'] })
  })

  test('a section on the other side of the boundary is moved', () => {
    const result = adoptPromptWording(
      builderWith({ section: { authorized_senders: { move: { after: 'sandbox' } } } }),
      host,
    )
    expect(result).toMatchObject({ ok: true, moved: ['authorized_senders'], inserted: [] })
  })

  test('a line that stands in another section is inserted there under its condition', () => {
    const moved = 'Mind the tide on {timezone} clocks.'
    const overlay = {
      section: {
        current_date_time: { line: { zone: { drop: true } } },
        safety: { insert: [{ key: 'tide', after: 'no_goals', when: ['timezone'], text: moved }] },
      },
    }
    const result = adoptPromptWording(builderWith(overlay), host)
    expect(result.ok).toBe(true)
    expect(result.overlay.section!['safety']!.insert).toEqual([
      { key: 'adopted_zone', after: 'no_goals', when: ['timezone'], text: moved },
    ])
  })

  test('lines of their own at the beginning and at the end of a section, and between two sections', () => {
    const overlay = {
      section: {
        safety: { prepend: 'First of all.', append: 'Last of all.' },
        silent_replies: { append: 'At the very end.' },
      },
      add: { quay: { after: 'documentation', when: ['full'], line: [{ key: 'a', text: 'No heading here.' }] } },
    }
    const result = adoptPromptWording(builderWith(overlay), host)
    expect(result).toMatchObject({ ok: true, unexplained: [], dropped: [] })
    expect(result.inserted).toHaveLength(4)
  })

  test('a line of their own is inserted, under a condition that no line of ours has', () => {
    const own = {
      key: 'own',
      after: 'oversight',
      when: ['full', 'tool:cron', '!reasoning_tags'],
      text: 'Own {{line}}.',
    }
    const result = adoptPromptWording(builderWith({ section: { safety: { insert: [own] } } }), host)
    expect(result).toMatchObject({ ok: true, inserted: [expect.stringMatching(/^safety\.adopted_\d+$/)] })
    expect(result.overlay.section!['safety']!.insert![0]!.when.sort()).toEqual([...own.when].sort())
  })

  test('another condition of a line or of a section is found', () => {
    const overlay = {
      section: {
        subagent_delegation: { when: ['delegation:prefer', 'full', 'tool:sessions_spawn'] },
        workspace: { line: { only_guidance: { when: ['workspace_only', 'channel:discord'] } } },
      },
    }
    const result = adoptPromptWording(builderWith(overlay), host)
    expect(result).toMatchObject({ ok: true, reconditioned: ['subagent_delegation', 'workspace.only_guidance'] })
  })

  test('the same words above and below the boundary are two lines', () => {
    const overlay = {
      section: {
        safety: { line: { oversight: { text: 'Twice.' } } },
        messaging: { line: { no_curl: { text: 'Twice.' } } },
      },
      unprotect: ['safety'],
    }
    expect(adoptPromptWording(builderWith(overlay), host)).toMatchObject({ ok: true, dropped: [], inserted: [] })
  })

  test('the block that is taken out of context files, when the default instruction is known', () => {
    const block = 'Default heartbeat prompt:\n`Look {{around}}.`'
    const builder = builderWith({ texts: { 'context.default_heartbeat_block': block } })
    const result = adoptPromptWording(builder, { ...host, heartbeatPrompt: 'Look {around}.' })
    expect(result.ok).toBe(true)
    expect(result.overlay.texts!['context.default_heartbeat_block']).toBe(block)
  })

  test('markers and notice of cut files', () => {
    const texts = {
      'bootstrap.marker.cut_read': '<more in {name}>',
      'bootstrap.marker.compact': '<{head}/{tail} of {total}>',
      'bootstrap.marker.digest_label': '<rules {{first}}>',
      'bootstrap.marker.missing': '[MISSING] Expected at: {path}',
    }
    const builder = new PromptBuilder({ overlays: [{ texts }] })
    const bootstrap = (files: never[], options: object) => buildBootstrapContextFiles(files, { ...options, builder })
    const result = adoptPromptWording(builderWith({}), {
      ...host,
      bootstrap,
      notice: buildBootstrapPromptWarningNotice,
    })
    expect(result).toMatchObject({ ok: true, bootstrapProof: { cases: 300, equal: 300, intended: 0 } })
    expect(result.overlay.texts).toMatchObject(texts)
    expect(result.learned).toContain('texts.bootstrap.notice.prompt')
  })

  test('sentences and notes around the list of skills', () => {
    const texts = {
      'skills.purpose': 'Know {{this}}.',
      'skills.load_by_name': 'Go by the name.',
      'skills.some': '{included} out of {total}, 7 days a week',
      'skills.compact': 'Names only.',
    }
    const builder = new PromptBuilder({ overlays: [{ texts }] })
    const skills = {
      full: (list: never[]) => formatSkillsForPrompt(list, { builder }),
      compact: (list: never[]) => formatSkillsForPrompt(list, { layout: 'compact', builder }),
      forRun: (params: object) => resolveSkillsPromptForRun({ ...params, builder } as never),
    }
    const result = adoptPromptWording(builderWith({}), { ...host, skills })
    expect(result).toMatchObject({ ok: true, skillsProof: { cases: 300, equal: 300, intended: 0 } })
    expect(result.overlay.texts).toMatchObject(texts)
    const broken = { ...skills, full: () => 'no list at all' }
    const failed = adoptPromptWording(builderWith({}), { cases: 1, hostParameters: true, skills: broken })
    expect(failed.ok).toBe(false)
    expect(failed.unexplained.map(({ key }) => key)).toContain('texts.skills.purpose')
  })

  test('a builder that ignores host parameters is adopted with the channels it finds', () => {
    const channels = ['irc', 'zulip']
    const inner = builderWith({})
    const builder: Builder = (params) => inner({ ...params, memoryLines: [], deliverableChannels: channels })
    expect(adoptPromptWording(builder, { cases: 300, deliverableChannels: channels }).ok).toBe(true)
  })
})

describe('what learning rests on', () => {
  test('a builder tells its definition as data, overlays included', () => {
    const overlay = { section: { voice: { move: { to_start_of: 'stable' }, append: 'Aloud {{now}}.' } } }
    const { sections, texts, bare } = new PromptBuilder({ overlays: [overlay] }).definition()
    expect(sections[0]).toEqual({
      id: 'voice',
      placement: 'stable',
      heading: '## Voice (TTS)',
      when: ['full', 'voice_hint'],
      lines: [
        { key: 'body', when: [], computed: 'voice_hint' },
        { key: 'appended', when: [], text: 'Aloud {{now}}.' },
      ],
      fragments: [],
    })
    expect(texts).toContainEqual({ key: 'token.silent', text: 'NO_REPLY' })
    expect(bare).toEqual(['identity.line', 'runtime.model_identity'])
  })

  test('the builder that gives markers their words must be one', () => {
    const cut = (builder: unknown) => buildBootstrapContextFiles([], { builder: builder as never })
    expect(thrown(() => cut({}))).toEqual({
      code: 'ERR_INVALID_PARAMETER',
      message: 'options.builder must be a PromptBuilder',
    })
    expect(cut(null)).toEqual([])
  })
})

describe('what is not learned', () => {
  const inner = builderWith({})

  test('a line that follows something unknown is unexplained, and nothing is claimed', () => {
    let calls = 0
    const builder: Builder = (params) => inner(params).replace('## Safety', () => `## Safety\nCall ${(calls += 1)}.`)
    const result = adoptPromptWording(builder, host)
    expect(result.ok).toBe(false)
    expect(result.unexplained.length).toBeGreaterThan(0)
  })

  test('a computed line in another format is unexplained', () => {
    const result = adoptPromptWording((params) => inner(params).replace('Runtime: ', 'Running: '), host)
    expect(result.ok).toBe(false)
    expect(result.unexplained.length).toBeGreaterThan(0)
    expect(result.dropped).toContain('runtime.line')
  })

  test('a builder without a cache boundary is unexplained', () => {
    const result = adoptPromptWording((params) => inner(params).replace(/<!-- OPENCLAW.*-->/, ''), host)
    expect(result.ok).toBe(false)
  })

  test('a difference that only odd values show is found and made small', () => {
    const builder: Builder = (params) =>
      inner({ ...params, userTimezone: params.userTimezone?.replaceAll('{', '(') ?? null })
    const { ok, unexplained, proof } = adoptPromptWording(builder, { ...host, cases: 2000 })
    expect({ ok, unexplained }).toEqual({ ok: false, unexplained: [] })
    expect(proof.difference).toMatchObject({ section: 'current_date_time' })
    expect(Object.keys(proof.difference!.params)).toEqual(['workspaceDir', 'userTimezone'])
    expect(String(proof.difference!.params['userTimezone'])).toHaveLength(1)
  })

  test('differences on purpose are counted apart', () => {
    const builder: Builder = (params) => {
      const isHostile = JSON.stringify(params).includes('<!-- OPENCLAW_CACHE_BOUNDARY -->')
      const text = inner(params)
      return isHostile ? text.replaceAll('<!-- OPENCLAW_CACHE-BOUNDARY -->', '<!-- OPENCLAW_CACHE_BOUNDARY -->') : text
    }
    const { ok, proof } = adoptPromptWording(builder, host)
    expect(ok).toBe(true)
    expect(proof.intended).toBeGreaterThan(10)
    expect(proof.equal + proof.intended).toBe(300)
  })
})

describe('clawprompt adopt', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clawprompt-adopt-'))

  function run(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/clawprompt.js'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  const module_ = (name: string, body: string) => {
    const text = `const { PromptBuilder } = require(${JSON.stringify(root)})\n${body}\n`
    writeFileSync(join(folder, name), text)
  }
  module_(
    'good.cjs',
    `const b = new PromptBuilder({ overlays: [{ section: { voice: { heading: '## Aloud' } } }] })\nexports.build = (p) => b.build(p)`,
  )
  module_('bad.cjs', `const b = new PromptBuilder()\nexports.build = (p) => b.build(p).replace('thinking=', 'mood=')`)
  module_('throws.cjs', `exports.build = () => { throw new Error('no workspace') }`)

  test('what was learned is written where --out says, readable by its owner, and is an overlay', () => {
    const out = join(folder, 'good.adopted.json')
    const { status, stdout } = run('adopt', '--builder', 'good.cjs#build', '--cases', '100', '--out', out)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^learned +\d+ texts from 72 calls\n/)
    expect(stdout).toContain('proof        100 random prompts: 100 equal, 0 differ only on purpose\n')
    expect(stdout.endsWith(`written      ${out}\n`)).toBe(true)
    expect(statSync(out).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
    expect(JSON.parse(readFileSync(out, 'utf8')).section.voice.heading).toBe('## Aloud')
    expect(run('lint', out)).toMatchObject({ status: 0 })
  })

  test('a name that git does not ignore is written with a word of warning', () => {
    const { status, stdout } = run('adopt', '--builder', './good.cjs#build', '--cases', '1', '--out', 'plain.json')
    expect(status).toBe(0)
    expect(stdout).toContain('keep it out of repositories')
  })

  test('JSON holds the result without the texts', () => {
    const json = JSON.parse(run('adopt', '--builder', 'good.cjs#build', '--cases', '5', '--json').stdout)
    expect(json).toMatchObject({ ok: true, proof: { cases: 5 } })
    expect(json.overlay).toBeUndefined()
  })

  test('a builder that is not matched ends with 1 and writes nothing', () => {
    const { status, stdout } = run('adopt', '--builder', 'bad.cjs#build', '--out', 'bad.adopted.json')
    expect(status).toBe(1)
    expect(stdout).toContain('not everything matched')
    expect(stdout).toContain('nothing was written')
    expect(() => statSync(join(folder, 'bad.adopted.json'))).toThrow()
  })

  test('wrong usage ends with 2, a wrong module with 1', () => {
    for (const args of [[], ['--builder', 'good.cjs'], ['--builder', 'good.cjs#build', '--cases', 'x']]) {
      expect(run('adopt', ...args)).toMatchObject({ status: 2, stdout: '' })
    }
    expect(run('adopt', '--builder', 'nope.cjs#build')).toMatchObject({ status: 1, stdout: '' })
    expect(run('adopt', '--builder', 'good.cjs#nope').stderr).toBe('clawprompt: good.cjs has no function "nope"\n')
    expect(run('adopt', '--builder', 'throws.cjs#build').stderr).toBe('clawprompt: the builder failed: no workspace\n')
  })

  test('names that adoption writes are ignored by git', () => {
    expect(read('.gitignore')).toMatch(/^\*\.adopted\.json$/m)
  })
})
