import { expect, test } from 'vitest'
import { sampleOf } from '../../contract/testing/sample.fixture.ts'
import { CONFORMING_LIMITS } from './conforming-limits.ts'
import { judgeServer } from './judge-server.ts'

const named = CONFORMING_LIMITS.filter(({ name }) => !name.includes('burst'))

test.for(sampleOf(named, 9))('$name: the run ends kept, and names that limit', async (server) => {
  const { report } = await judgeServer(server)
  expect(report.outcome).toBe('kept')
  const differing = report.assumptions.filter(({ verdict }) => verdict === 'differs')
  expect(differing.map(({ gap }) => gap)).toEqual([
    server.name.includes('reference') ? 'reference-limits' : 'request-forms',
  ])
  expect(differing[0]?.message).toMatch(
    /references\.\w+ of the profile|requests\.\w+ is false|no line for it/,
  )
})
