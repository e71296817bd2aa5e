import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, describe, expect, test } from 'vitest'

import {
  PromptBuilder,
  buildAgentSystemPrompt,
  buildWorkspaceSkillSnapshotSync,
  renderAgentSystemPrompt,
  resolveBootstrapContextForRunSync,
} from '../index.js'
import type { PromptWorkspace, TurnParams } from '../index.js'
import { root, temporary, thrown } from './support.js'

let dir: string

const file = (name: string) => join(dir, name)
const builder = (workspace: Partial<PromptWorkspace> = {}) =>
  new PromptBuilder({ workspace: { workspaceDir: dir, ...workspace } })
const turn = (params: TurnParams = {}): TurnParams => ({
  toolNames: ['read', 'exec'],
  runtimeInfo: { channel: 'telegram', model: 'example/large' },
  ...params,
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The same turn by the functions that it joins. */
function stepByStep(params: TurnParams = turn(), run: Partial<PromptWorkspace> = {}) {
  const { contextFiles, notice } = resolveBootstrapContextForRunSync({ workspaceDir: dir, ...run })
  return { ...params, workspaceDir: dir, contextFiles, bootstrapTruncationNotice: notice ?? null }
}

beforeEach(() => {
  dir = temporary()
  writeFileSync(file('AGENTS.md'), 'Be brief. Слово 語 😀\n'.repeat(40))
  writeFileSync(file('SOUL.md'), 'Calm.\n')
  writeFileSync(file('HEARTBEAT.md'), 'Look after the plants.\n')
})

describe('a prepared turn', () => {
  test('has the prompt that its steps give one by one', () => {
    expect(builder().prepareTurnSync(turn()).text).toBe(buildAgentSystemPrompt(stepByStep()))
  })

  test('reports what the map of the prompt says', () => {
    const { report } = builder().prepareTurnSync(turn())
    const { text, sections } = renderAgentSystemPrompt(stepByStep())
    const sum = (kept: (section: { id: string; placement: string }) => boolean) =>
      sections.filter(kept).reduce((total, { length }) => total + length, 0)
    const isFiles = ({ id }: { id: string }) => id.endsWith('project_context')
    expect(report).toEqual({
      chars: text.length,
      stableChars: sum(({ placement }) => placement === 'stable'),
      dynamicChars: sum(({ placement }) => placement === 'dynamic'),
      projectContextChars: sum(isFiles),
      nonProjectContextChars: sum((section) => !isFiles(section)),
      hash: sha256(text),
    })
    expect(report.projectContextChars).toBeGreaterThan(800)
  })

  test('is the very object of the turn before while nothing changes', async () => {
    const bound = builder()
    const first = bound.prepareTurnSync(turn())
    expect(bound.prepareTurnSync(turn())).toBe(first)
    expect(await bound.prepareTurn(turn())).toBe(first)
    expect(Object.isFrozen(first)).toBe(true)
  })

  test.each([
    ['the channel', { runtimeInfo: { channel: 'discord', model: 'example/large' } }],
    ['the extra prompt', { extraSystemPrompt: 'One more thing. 語' }],
    ['the tools', { toolNames: ['read'] }],
    ['the mode', { promptMode: 'none' }],
  ] as [string, TurnParams][])('follows when %s changes, with the same account of files', (_, change) => {
    const bound = builder()
    const first = bound.prepareTurnSync(turn())
    const second = bound.prepareTurnSync(turn(change))
    expect(second.text).toBe(buildAgentSystemPrompt(stepByStep(turn(change))))
    expect(second.report.hash).toBe(sha256(second.text))
    expect(second.report.chars).toBe(second.text.length)
    expect(second.workspace).toBe(first.workspace)
    const { report } = builder().prepareTurnSync(turn(change))
    expect(second.report).toEqual(report)
  })

  test('sees a file that was edited, removed or added', () => {
    const bound = builder()
    const texts = new Set([bound.prepareTurnSync(turn()).text])
    const changes = [
      () => writeFileSync(file('SOUL.md'), 'Lively.\n'),
      () => rmSync(file('SOUL.md')),
      () => writeFileSync(file('USER.md'), 'Ada.\n'),
    ]
    for (const change of changes) {
      change()
      const { text } = bound.prepareTurnSync(turn())
      expect(text).toBe(buildAgentSystemPrompt(stepByStep()))
      texts.add(text)
    }
    expect(texts.size).toBe(4)
  })

  test('hands over a file that did not change as the very record of the turn before', () => {
    const bound = builder()
    const { workspace } = bound.prepareTurnSync(turn())
    writeFileSync(file('SOUL.md'), 'Lively.\n')
    rmSync(file('HEARTBEAT.md'))
    const later = bound.prepareTurnSync(turn()).workspace
    expect(later).toEqual(resolveBootstrapContextForRunSync({ workspaceDir: dir }))
    const named = ({ bootstrapFiles }: typeof workspace, name: string) => bootstrapFiles.find((one) => one.name === name)
    expect(named(later, 'AGENTS.md')).toBe(named(workspace, 'AGENTS.md'))
    expect(named(later, 'SOUL.md')?.content).toBe('Lively.\n')
    expect(later.contextFiles[0]).toBe(workspace.contextFiles[0])
    expect([later.contextFiles, later.contextFiles[0], later.bootstrapFiles[0]].every(Object.isFrozen)).toBe(true)
  })

  test('sees an edit below the boundary', () => {
    const bound = builder()
    bound.prepareTurnSync(turn())
    writeFileSync(file('HEARTBEAT.md'), 'Water them.\n')
    const { text, report } = bound.prepareTurnSync(turn())
    expect(text).toBe(buildAgentSystemPrompt(stepByStep()))
    expect(report.hash).toBe(sha256(text))
  })

  test('warns of a cut once in mode once, and stays the same from then on', () => {
    const workspace = { warningMode: 'once', maxChars: 100 } as const
    const bound = builder(workspace)
    const [first, second, third] = [1, 2, 3].map(() => bound.prepareTurnSync(turn()))
    expect(first?.workspace.warning.warningShown).toBe(true)
    expect(first?.text).toBe(buildAgentSystemPrompt(stepByStep(turn(), workspace)))
    expect(second?.workspace.warning.warningShown).toBe(false)
    expect(second?.text).not.toBe(first?.text)
    expect(third).toBe(second)
  })

  test('lists the skills where they are bound, and sees a new one', () => {
    const skill = (name: string) => {
      mkdirSync(file(`skills/${name}`), { recursive: true })
      writeFileSync(file(`skills/${name}/SKILL.md`), `---\nname: ${name}\ndescription: Does ${name}.\n---\n`)
    }
    skill('weaving')
    const skills = { workspaceOnly: true }
    const bound = builder({ skills })
    const first = bound.prepareTurnSync(turn())
    const { prompt } = buildWorkspaceSkillSnapshotSync(dir, skills)
    expect(first.skills?.prompt).toBe(prompt)
    expect(first.text).toBe(buildAgentSystemPrompt({ ...stepByStep(), skillsPrompt: prompt }))
    skill('baking')
    const second = bound.prepareTurnSync(turn())
    expect(second.text).toContain('baking')
    expect(second.workspace).not.toBe(undefined)
    expect(first.text).not.toContain('baking')
  })

  test('sees a skill without room in the list move', () => {
    const skill = (path: string) => {
      mkdirSync(file(path), { recursive: true })
      writeFileSync(file(`${path}/SKILL.md`), `---\nname: ${path.split('/').at(-1)}\ndescription: It is.\n---\n`)
    }
    skill('skills/apt')
    skill('skills/zinc')
    const skills = { config: { skills: { limits: { maxSkillsInPrompt: 1 } } } }
    const bound = builder({ skills })
    const paths = () => bound.prepareTurnSync(turn()).skills?.resolvedSkills.map(({ filePath }) => filePath)
    expect(paths()).toContain(file('skills/zinc/SKILL.md'))
    mkdirSync(file('.agents/skills'), { recursive: true })
    renameSync(file('skills/zinc'), file('.agents/skills/zinc'))
    expect(paths()).toContain(file('.agents/skills/zinc/SKILL.md'))
  })

  test('takes the list of the turn where no skills are bound', () => {
    const params = turn({ skillsPrompt: '<available_skills>\n</available_skills>' })
    const prepared = builder().prepareTurnSync(params)
    expect(prepared.skills).toBe(undefined)
    expect(prepared.text).toBe(buildAgentSystemPrompt(stepByStep(params)))
  })

  test('keeps many sessions of one builder apart', () => {
    const bound = builder()
    const session = (number: number, extra: string) =>
      turn({ extraSystemPrompt: extra, runtimeInfo: { sessionKey: `agent:main:${number}` } })
    for (const extra of ['first', 'second']) {
      for (let number = 0; number < 80; number += 1) {
        const params = session(number, extra)
        const { text, report } = bound.prepareTurnSync(params)
        expect(text).toBe(buildAgentSystemPrompt(stepByStep(params)))
        expect(report.hash).toBe(sha256(text))
      }
    }
  })

  test('waits for several turns at once', async () => {
    const bound = builder()
    const many = Array.from({ length: 8 }, (_, index) => turn({ extraSystemPrompt: `number ${index}` }))
    const turns = await Promise.all(many.map((params) => bound.prepareTurn(params)))
    turns.forEach(({ text }, index) => expect(text).toBe(buildAgentSystemPrompt(stepByStep(many[index]))))
  })

  test('reads its parameters before it waits, the nested ones too', async () => {
    const params = turn({ extraSystemPrompt: 'as it was', runtimeInfo: { channel: 'telegram' }, toolNames: ['read'] })
    const expected = buildAgentSystemPrompt(stepByStep(structuredClone(params)))
    const prepared = builder().prepareTurn(params)
    Object.assign(params, { extraSystemPrompt: 'as it became' })
    Object.assign(params.runtimeInfo!, { channel: 'discord' })
    ;(params.toolNames as string[]).push('write')
    expect((await prepared).text).toBe(expected)
  })

  test('reads inherited parameters and getters as build does', () => {
    class Params {
      get extraSystemPrompt() {
        return 'from a getter'
      }
    }
    const params = Object.assign(Object.create(new Params()) as object, { toolNames: ['read'] }) as TurnParams
    const { contextFiles, notice } = resolveBootstrapContextForRunSync({ workspaceDir: dir })
    const whole = Object.assign(params, { workspaceDir: dir, contextFiles, bootstrapTruncationNotice: notice })
    const { text } = builder().prepareTurnSync(params)
    expect(text).toContain('from a getter')
    expect(text).toBe(buildAgentSystemPrompt(whole as never))
  })

  test('has the right report where builders share what they remember', () => {
    const session = (sessionKey: string, toolNames: string[], channel = 'telegram') =>
      turn({ toolNames, runtimeInfo: { channel, sessionKey } })
    const [old, now] = [builder(), builder()]
    old.prepareTurnSync(session('s1', ['read', 'exec']))
    old.prepareTurnSync(session('s2', ['read']))
    now.prepareTurnSync(session('s2', ['read'], 'discord'))
    const { text, report } = now.prepareTurnSync(session('s1', ['read', 'exec'], 'discord'))
    expect(report.hash).toBe(sha256(text))
    expect(report).toEqual(builder().prepareTurnSync(session('s1', ['read', 'exec'], 'discord')).report)
  })

  test('stays the very object after a change that leaves the prompt alone', () => {
    writeFileSync(file('MEMORY.md'), 'Old.\n')
    const bound = builder({ sessionKey: 'agent:main:subagent:1' })
    const first = bound.prepareTurnSync(turn())
    writeFileSync(file('MEMORY.md'), 'New.\n')
    const second = bound.prepareTurnSync(turn())
    expect(second.text).toBe(first.text)
    expect(second).not.toBe(first)
    expect(bound.prepareTurnSync(turn())).toBe(second)
  })

  test('cannot be changed by who got it', () => {
    const bound = builder()
    const { workspace, report } = bound.prepareTurnSync(turn())
    expect(() => Object.assign(workspace, { contextFiles: [] })).toThrow(TypeError)
    expect(() => Object.assign(report, { hash: '' })).toThrow(TypeError)
    const { text } = bound.prepareTurnSync(turn({ extraSystemPrompt: 'another' }))
    expect(text).toBe(buildAgentSystemPrompt(stepByStep(turn({ extraSystemPrompt: 'another' }))))
  })

  test('agrees with its own account when a getter prepares a turn of its own', () => {
    const bound = builder()
    let asked = false
    const runtimeInfo = {
      get channel() {
        if (!asked) {
          asked = true
          writeFileSync(file('SOUL.md'), 'Lively.\n')
          bound.prepareTurnSync(turn())
        }
        return 'telegram'
      },
    }
    const { text, workspace } = bound.prepareTurnSync(turn({ runtimeInfo }))
    expect(text).toContain(workspace.contextFiles.find(({ path }) => path.endsWith('SOUL.md'))!.content)
    expect(text).toBe(buildAgentSystemPrompt(stepByStep(turn({ runtimeInfo: { channel: 'telegram' } }))))
  })

  test('recovers from a stack that ran out on the way', () => {
    const bound = builder()
    bound.prepareTurnSync(turn())
    writeFileSync(file('SOUL.md'), 'Lively.\n')
    let tried = false
    const deep = () => {
      try {
        deep()
      } catch {
        if (!tried) {
          tried = true
          bound.prepareTurnSync(turn())
        }
      }
    }
    try {
      deep()
    } catch {
      // Expected, wherever it happened.
    }
    expect(bound.prepareTurnSync(turn()).text).toBe(buildAgentSystemPrompt(stepByStep()))
  })
})

describe('a turn that cannot be prepared', () => {
  test('throws without a workspace', async () => {
    const unbound = new PromptBuilder()
    expect(thrown(() => unbound.prepareTurnSync(turn()))).toMatchObject({ code: 'ERR_INVALID_PARAMETER' })
    expect(thrown(() => unbound.prepareTurn(turn()))).toMatchObject({ code: 'ERR_INVALID_PARAMETER' })
  })

  test('throws for a workspace that is gone, and recovers when it is back', async () => {
    const bound = builder()
    const { text } = bound.prepareTurnSync(turn())
    rmSync(dir, { recursive: true })
    expect(thrown(() => bound.prepareTurnSync(turn()))).toMatchObject({ code: 'ERR_WORKSPACE_MISSING' })
    await expect(bound.prepareTurn(turn())).rejects.toMatchObject({ code: 'ERR_WORKSPACE_MISSING' })
    mkdirSync(dir)
    expect(bound.prepareTurnSync(turn()).text).not.toBe(text)
  })

  test('throws for a parameter of a wrong type, at once and later', async () => {
    const wrong = turn({ toolNames: 7 as unknown as string[] })
    const bound = builder()
    expect(thrown(() => bound.prepareTurnSync(wrong))).toMatchObject({ code: 'ERR_INVALID_PARAMETER' })
    await expect(bound.prepareTurn(wrong)).rejects.toMatchObject({ code: 'ERR_INVALID_PARAMETER' })
    for (const none of [7, 'turn']) {
      expect(thrown(() => bound.prepareTurnSync(none as TurnParams))).toMatchObject({ code: 'ERR_INVALID_PARAMETER' })
    }
  })

  test('leaves no rejection behind when parameters throw and the workspace is gone', () => {
    const script = `
      const { PromptBuilder } = require(${JSON.stringify(join(root, 'load.js'))})
      const builder = new PromptBuilder({ workspace: { workspaceDir: '/nonexistent' } })
      builder.prepareTurn({ get toolNames() { throw new Error('x') } }).catch(() => {})
      setTimeout(() => console.log('alive'), 200)`
    const { status, stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, 'alive\n'])
  })

  test('passes on what a getter throws', async () => {
    const error = new Error('from the getter')
    const hostile = Object.defineProperty(turn(), 'locale', {
      enumerable: true,
      get() {
        throw error
      },
    })
    const bound = builder()
    expect(() => bound.prepareTurnSync(hostile)).toThrow(error)
    await expect(Promise.resolve().then(() => bound.prepareTurn(hostile))).rejects.toBe(error)
  })

  test('passes on what is thrown while the copy of the parameters is read', async () => {
    const error = new Error('from toString')
    const toString = () => {
      throw error
    }
    const hostile = { ...turn(), extraSystemPrompt: { toString } } as object as TurnParams
    const long = { ...turn(), toolNames: new Array<string>(1_000_001).fill('a') }
    const bound = builder()
    expect(() => bound.prepareTurnSync(hostile)).toThrow(error)
    await expect(bound.prepareTurn(hostile)).rejects.toBe(error)
    const refusal = { code: 'ERR_INVALID_PARAMETER', message: 'an array has more than 1000000 entries' }
    expect(thrown(() => bound.prepareTurnSync(long))).toMatchObject(refusal)
    await expect(bound.prepareTurn(long)).rejects.toMatchObject(refusal)
  })

  test('refuses a workspace of a wrong shape when the builder is made', () => {
    const make = (workspace: unknown) => () => new PromptBuilder({ workspace: workspace as PromptWorkspace })
    expect(thrown(make(7))).toMatchObject({ code: 'ERR_INVALID_PARAMETER' })
    expect(thrown(make({}))).toMatchObject({ code: 'ERR_INVALID_PARAMETER' })
    expect(thrown(make({ workspaceDir: dir, skills: 7 }))).toMatchObject({ code: 'ERR_INVALID_PARAMETER' })
  })
})
