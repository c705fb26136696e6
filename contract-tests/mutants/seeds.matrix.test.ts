import { describe, expect, test } from 'vitest'
import { sampleOf } from '../../contract/testing/sample.fixture.ts'
import { coverageOf } from '../script/coverage.ts'
import { judgeServer } from './judge-server.ts'
import { ALL_CONFORMING, BROKEN_SERVERS, expectedBlame } from './matrix.ts'

const SEEDS = Array.from({ length: 20 }, (_, index) => (0x9e3779b1 * (index + 1)).toString(16).slice(-8))
const evenly = <Of>(all: readonly Of[], count: number) =>
  Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] as Of)
const SEEN = BROKEN_SERVERS.filter((server) => expectedBlame(server, 'default') !== undefined)
const SERVERS = [
  ...evenly(SEEN, 20).map((server) => ({ server, blamed: [expectedBlame(server, 'default')] })),
  ...evenly(ALL_CONFORMING, 5).map((server) => ({ server, blamed: [] })),
]

/** Keys that are the run's own with a character more, less, or another one: 50 ms apart, since a service locks out. */
const MOST_ALTERED_KEYS = 12

describe.for(sampleOf(SEEDS))('with the seed %s', (seed) => {
  test.for(SERVERS.map(({ server, blamed }) => [server.name, server, blamed] as const))(
    'the verdict is the same: %s',
    async ([, server, blamed]) => {
      const { report } = await judgeServer(server, 'default', seed)
      const broken = report.clauses.filter(({ verdict }) => verdict === 'broken')
      expect(broken.map(({ id }) => id)).toEqual(blamed)
    },
  )

  test('a run in fair weather covers all pairs in 26 purchases, and sends at most 12 altered keys', async () => {
    const { report, history } = await judgeServer(
      { change: () => (request, forward) => forward(request) },
      'default',
      seed,
    )
    expect(report.outcome).toBe('kept')
    expect(report.purchases?.sent).toBeLessThanOrEqual(26)
    for (const { covered, all } of Object.values(coverageOf(history.entries))) expect(covered).toBe(all)
    const altered = history.entries.filter(
      ({ key, exchange }) =>
        key === 'nobody' || (key === 'invalid' && /\S+ \S/.test(authorizationOf(exchange.request.headers))),
    )
    expect(altered.length).toBeLessThanOrEqual(MOST_ALTERED_KEYS)
    expect(altered.length).toBeGreaterThan(0)
  })
})

function authorizationOf(headers: Readonly<Record<string, string>>): string {
  return headers.Authorization ?? headers.authorization ?? ''
}
