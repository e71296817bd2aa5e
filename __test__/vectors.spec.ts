import { PromptBuilder } from '../index.js'
import { describe, expect, test } from 'vitest'

import { read } from './support.js'

interface Vector {
  id: string
  params: Record<string, unknown>
  host: { memoryLines: string[]; deliverableChannels: string[] | 'BUNDLED24' }
  synthetic: Record<string, string>
}

const fixtures = 'crates/core/tests/fixtures'
const vectors: Vector[] = read(`${fixtures}/render-vectors.jsonl`)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))
const overlay = (name: string) => ({ name, toml: read(`${fixtures}/${name}`) })

/** Vectors that meet an intended difference (docs/parity.md): what makes ours equal to the recorded text. */
const different: Record<string, (text: string) => string> = {
  // 2026.6.11 keeps lone surrogates in a provider's block; 2026.7.1 and this package delete them.
  '2026.6.11 v183': (text) => text.replace(/\p{Surrogate}/gu, ''),
}

describe.each([
  ['2026.7.1', ['synthetic-2026.7.1.toml']],
  ['2026.6.11', ['synthetic-2026.7.1.toml', 'synthetic-2026.6.11.toml']],
])('version %s', (version, overlays) => {
  const builder = new PromptBuilder({ overlays: overlays.map(overlay) })

  test('all 200 vectors match byte for byte, lone surrogates included', () => {
    const wrong = vectors.filter(({ id, params, host, synthetic }) => {
      const { memoryLines, deliverableChannels } = host
      const channels = deliverableChannels === 'BUNDLED24' ? {} : { deliverableChannels }
      const ours = builder.build({ ...params, memoryLines, ...channels } as never)
      const same = different[`${version} ${id}`]
      return same ? same(ours) !== same(synthetic[version]!) : ours !== synthetic[version]
    })
    expect(wrong.map(({ id }) => id)).toEqual([])
    expect(vectors).toHaveLength(200)
  })
})
