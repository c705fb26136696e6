import { expect, test } from 'vitest'
import { sharedLoad } from './postgres/shared-load.fixture.ts'
import { daysOf, STORES } from './retention-load.fixture.ts'

test('two mocks over one database, one killed again and again: nothing is lost, and no quiet key loses an exchange to a busy one', async () => {
  const { lost, doubled, misbooked, quietDropped, journalMB, compactMB, ...run } = await sharedLoad({
    mocks: 2,
    quietKeys: 50,
    busyShare: 100,
    clients: 16,
    seconds: 25,
    killEverySeconds: 8,
    leastKills: 2,
    journalBytes: 1_000_000_000,
  })
  expect({ lost, doubled, misbooked, quietDropped }).toEqual({
    lost: 0,
    doubled: 0,
    misbooked: 0,
    quietDropped: 0,
  })
  expect(run.kills).toBeGreaterThan(1)
  expect(run.quietMissing).toBeLessThan(run.quiet * 0.05)
  expect(journalMB).toBeLessThanOrEqual(compactMB * 1.5)
}, 120_000)

test.each([
  ['sqlite', 20_000],
  ['postgres', 5_000],
] as const)(
  '%s stays as large as it is while keys come and are forgotten',
  async (name, orders) => {
    const loaded = await STORES[name]()
    const sizes: number[] = []
    for await (const { megabytes, keys } of daysOf(loaded, 4, orders)) {
      expect(keys).toBe(0)
      sizes.push(megabytes)
    }
    await loaded.close()
    expect(sizes[3]).toBeLessThanOrEqual((sizes[1] ?? 0) * 1.1)
  },
  120_000,
)
