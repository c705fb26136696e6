import { expect, test } from 'vitest'
import { judgeServer } from '../mutants/judge-server.ts'
import { coverageOf } from './coverage.ts'

test.for(['5eed', '1', 'beef', 'c0ffee'])(
  'one run sends every pair of forms, by seed %s, and no other purchase for it',
  async (seed) => {
    const { history, report } = await judgeServer(
      { change: () => (request, forward) => forward(request) },
      'default',
      seed,
    )
    for (const { covered, all } of Object.values(coverageOf(history.entries))) expect(covered).toBe(all)
    expect(report.outcome).toBe('kept')
    expect(report.purchases?.sent).toBeLessThanOrEqual(26)
    expect(report.formsSeed).toBe(seed)
  },
)

test('what a run sends says nothing of the kit', async () => {
  const { history } = await judgeServer({ change: () => (request, forward) => forward(request) })
  const sent = history.entries.map(({ exchange: { request } }) =>
    JSON.stringify(request).replaceAll('pk_test_', ''),
  )
  expect(sent.filter((text) => /\bkit\b|\btest|verify|suite|partner-purchase/i.test(text))).toEqual([])
})
