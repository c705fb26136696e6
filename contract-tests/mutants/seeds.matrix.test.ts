import { describe, expect, test } from 'vitest'
import { isFull, sampleOf } from '../../contract/testing/sample.fixture.ts'
import { coverageOf } from '../script/wardrobe.ts'
import type { BrokenServer } from './broken-server.ts'
import { judgeServer } from './judge-server.ts'
import { ALL_CONFORMING, BROKEN_SERVERS, expectedBlame } from './matrix.ts'

const SEEDS = Array.from({ length: 20 }, (_, index) => (0x9e3779b1 * (index + 1)).toString(16).slice(-8))
const evenly = <Of>(all: readonly Of[], count: number) =>
  Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] as Of)
const SEEN = BROKEN_SERVERS.filter((server) => expectedBlame(server, 'default') !== undefined)
const judgedBy = (server: BrokenServer) => ({ server, blamed: [expectedBlame(server, 'default')] })
const SERVERS = [
  ...evenly(SEEN, isFull ? 20 : 6).map(judgedBy),
  ...evenly(ALL_CONFORMING, isFull ? 5 : 2).map((server) => ({ server, blamed: [] })),
]

/** Those that wait for a form of a request: each with one of the seeds. */
const OF_FORMS = SEEN.filter(({ form }) => form !== undefined).map(judgedBy)

/** Keys that are the run's own with a character more, less, or another one: 50 ms apart, since a service locks out. */
const MOST_ALTERED_KEYS = 12

describe.for(sampleOf(SEEDS, 20))('with the seed %s', (seed) => {
  const ofForms = OF_FORMS.filter((_, index) => SEEDS[index % SEEDS.length] === seed)
  test.for([...SERVERS, ...ofForms].map(({ server, blamed }) => [server.name, server, blamed] as const))(
    'the verdict is the same: %s',
    async ([, server, blamed]) => {
      const { report } = await judgeServer(server, 'default', seed)
      const broken = report.clauses.filter(({ verdict }) => verdict === 'broken')
      expect(broken.map(({ id }) => id)).toEqual(blamed)
    },
  )

  test('a run in fair weather covers all pairs in 26 purchases, sends at most 12 altered keys, and does not name the kit', async () => {
    const { report, history } = await judgeServer(
      { change: () => (request, forward) => forward(request) },
      'default',
      seed,
    )
    expect(report.outcome).toBe('kept')
    expect(report.formsSeed).toBe(seed)
    expect(report.remarks).toEqual([])
    expect(report.purchases?.sent).toBeLessThanOrEqual(26)
    for (const { covered, all } of Object.values(coverageOf(history.entries))) expect(covered).toBe(all)
    const altered = history.entries.filter(
      ({ key, exchange }) =>
        key === 'nobody' || (key === 'invalid' && /\S+ \S/.test(authorizationOf(exchange.request.headers))),
    )
    expect(altered.length).toBeLessThanOrEqual(MOST_ALTERED_KEYS)
    expect(altered.length).toBeGreaterThan(0)
    const sent = history.entries.map(({ exchange: { request } }) =>
      JSON.stringify(request).replaceAll('pk_test_', ''),
    )
    expect(sent.filter((text) => /\bkit\b|\btest|verify|suite|partner-purchase/i.test(text))).toEqual([])
  })
})

function authorizationOf(headers: Readonly<Record<string, string>>): string {
  return headers.Authorization ?? headers.authorization ?? ''
}
