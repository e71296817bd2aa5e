// Adopts the wording of the installed gateways and proves it over random parameters. Prints counts and keys, never
// a text.
//
//   node run.mjs check-adoption.mjs [CASES]

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

import adoption from '../gateway/adopt.js'
import clawprompt from '../index.js'
import { loadPeer } from './peer.mjs'

/**
 * What each release has elsewhere, how many random cases it must pass, and how many of them must be equal as they are:
 * many of the hostile strings meet a difference on purpose, and are equal only without it.
 */
const RELEASES = {
  '2026.7.1': { cases: 26_000, equal: 20_000, moved: [], reconditioned: [] },
  '2026.6.11': {
    cases: 8_000,
    equal: 5_000,
    moved: ['authorized_senders'],
    reconditioned: ['messaging.tool_group_etiquette', 'subagent_delegation'],
  },
}

for (const [version, { cases, equal, moved, reconditioned }] of Object.entries(RELEASES)) {
  test(`${version}: every line is explained and random parameters give equal prompts`, async () => {
    const peer = await loadPeer(version, { areas: ['renderer', 'host', 'bootstrap', 'skills'] })
    const builder = (params) => peer.render(params, params)
    const start = performance.now()
    const result = adoption.adoptPromptWording(builder, {
      cases: Number(process.argv[2] ?? cases),
      hostParameters: true,
      heartbeatPrompt: peer.resolveHeartbeatPrompt(),
      bootstrap: peer.buildBootstrapContextFiles,
      notice: peer.buildBootstrapPromptWarningNotice,
      skills: {
        full: peer.formatSkillsForPrompt,
        compact: peer.formatSkillsCompact,
        forRun: peer.resolveSkillsPromptForRun,
      },
    })
    const { learned, dropped, inserted, proof, bootstrapProof, skillsProof, probes } = result
    console.log(
      `${version}: ${learned.length} texts from ${probes} calls, ${dropped.length} dropped, ${inserted.length} inserted;` +
        ` ${proof.cases} cases: ${proof.equal} equal, ${proof.intended} differ only on purpose;` +
        ` ${Math.round(performance.now() - start)} ms`,
    )
    assert.deepEqual(result.unexplained, [])
    assert.deepEqual(result.unseen, [])
    assert.equal(proof.difference, undefined)
    assert.equal(proof.equal + proof.intended, proof.cases)
    assert.ok(proof.equal / proof.cases > equal / cases, `${proof.equal}`)
    assert.equal(bootstrapProof.equal + bootstrapProof.intended, bootstrapProof.cases)
    assert.equal(skillsProof.equal, skillsProof.cases)
    assert.equal(result.ok, true)
    checkNotes(peer, result.overlay)
    checkRepository(result.overlay)
    assert.ok(learned.includes('texts.context.default_heartbeat_block'))
    assert.deepEqual(result.moved, moved)
    assert.deepEqual([...result.reconditioned].sort(), reconditioned)
  })
}

/** The notes of a list that does not fit, under limits other than those that they were learned with. */
function checkNotes(peer, overlay) {
  const builder = new clawprompt.PromptBuilder({ overlays: [overlay] })
  const entries = Array.from({ length: 30 }, (_, index) => {
    const name = `skill-${String(index).padStart(2, '0')}`
    const filePath = `/skills/${name}/SKILL.md`
    return { skill: { name, description: 'word '.repeat(40), filePath, baseDir: `/skills/${name}` }, frontmatter: {} }
  })
  const notes = new Set()
  for (let maxSkillsPromptChars = 0; maxSkillsPromptChars < 14_000; maxSkillsPromptChars += 500) {
    for (const maxSkillsInPrompt of [7, 30]) {
      const config = { plugins: { enabled: false }, skills: { limits: { maxSkillsInPrompt, maxSkillsPromptChars } } }
      const params = { entries, config, workspaceDir: '/skills' }
      const expected = peer.resolveSkillsPromptForRun(params)
      notes.add(expected.slice(0, expected.indexOf('\n')).replace(/\d+/g, '#'))
      assert.ok(
        clawprompt.resolveSkillsPromptForRun({ ...params, builder }) === expected,
        `${maxSkillsInPrompt} ${maxSkillsPromptChars}`,
      )
    }
  }
  // No note, and each of the three.
  assert.ok(notes.size >= 4)
}

/**
 * Nothing that was learned stands in a file of the repository, however its lines are wrapped. Runs of fewer words are
 * facts of the interface.
 */
function checkRepository({ texts, section }) {
  const lines = Object.values(section).flatMap(({ line = {}, insert = [] }) => [...Object.values(line), ...insert])
  const learned = [...Object.values(texts), ...lines.map(({ text = '' }) => text)]
  const pieces = learned.flatMap((text) => text.split(/\{\w+\}|\n/)).map(plainWords)
  const runs = pieces.filter((piece) => piece.split(/\s+/).length >= 6)
  assert.ok(runs.length > 150, `${runs.length}`)
  const root = fileURLToPath(new URL('..', import.meta.url))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const name of execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)) {
    const content = plainWords(readFileSync(path.join(root, name), 'utf8'))
    const found = runs.findIndex((run) => content.includes(run))
    assert.equal(found, -1, `${name} holds learned text number ${found}`)
  }
}

/** The text without what differs between a sentence and the same one in a comment, a string or a paragraph. */
function plainWords(text) {
  return text
    .replace(/\n\s*(\/\/|#|\*)? */g, ' ')
    .replace(/\\(?=["'`])/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
