import { describe, expect, test } from 'vitest'
import type { ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import { sampleOf } from '../../../contract/testing/sample.fixture.ts'
import type { JudgedServer } from '../broken-server.ts'
import { judgeServer } from '../judge-server.ts'
import { BROKEN_SERVERS, expectedBlame } from '../matrix.ts'
import { PAIRS } from '../pairs.ts'
import { composed, FIVE_WEATHERS, WEATHER } from './weather.ts'

/** What a run says of a server: the clauses that it blames, those that it does not decide between, and how it ends. */
async function saidOf(server: Pick<JudgedServer, 'change'>) {
  const { report } = await judgeServer(server)
  const ids = (isMeant: (clause: (typeof report.clauses)[number]) => boolean) =>
    report.clauses.filter(isMeant).map(({ id }) => id)
  return {
    broken: ids(({ verdict }) => verdict === 'broken'),
    tied: ids(({ either }) => either !== undefined),
    unseen: ids(({ verdict }) => verdict === 'not-observed'),
    outcome: report.outcome,
    remarks: report.remarks.map(({ message }) => message).join(' '),
  }
}

/** What the remark `weather` says of it. */
const WORDS: Readonly<Record<string, RegExp>> = {
  'a 503 for every 9th call': /^Weather: \d+ answers said nothing, asked again\.$/,
  'the balance is 0.5 s old': /the balance lags 0\.\d s/,
  'a lookup finds an order after 0.3 s': /the lookup found \d orders? late, within \d\.\d s/,
  'each purchase moves the price by up to 5 %, and has a fee':
    /the price of SCENARIO-AT-ONCE went from 25\.00 USD to 2[56]\.\d\d USD/,
}

describe('ordinary weather blames nobody, and a run sees through it', () => {
  for (const server of new Set([...FIVE_WEATHERS, ...sampleOf(WEATHER, 48)]))
    test(server.name, async () => {
      const { broken, tied, outcome, remarks } = await saidOf(server)
      expect({ broken, tied }).toEqual({ broken: [], tied: [] })
      if (server.endsKept) expect(outcome).toBe('kept')
      expect(remarks).toMatch(WORDS[server.name] ?? '')
    })

  test('where another caller spends on the key, the report says so, and that a run needs a key for itself', async () => {
    const spending = WEATHER.filter(({ endsKept }) => !endsKept)
    for (const server of spending)
      expect((await saidOf(server)).remarks).toMatch(
        /another caller spends on this key, .*A run needs a key for itself/,
      )
    expect(spending.length).toBeGreaterThan(0)
  })
})

describe('what is broken in bad weather', () => {
  const faults = BROKEN_SERVERS.filter((server) => expectedBlame(server, 'default') === server.breaks)
  const cells = faults.flatMap((fault) => FIVE_WEATHERS.map((weather) => ({ fault, weather })))
  // Not a multiple of five: each weather has its turn.
  const sample = sampleOf(cells, 351)
  let seen = 0

  for (const { fault, weather } of sample)
    test(`is blamed on no other clause: ${fault.name}; and ${weather.name}`, async () => {
      const { broken, tied, unseen } = await saidOf({ change: composed(weather.change, fault.change) })
      expect(broken.filter((id) => !likeFrom(fault.breaks).some((like) => like === id))).toEqual([])
      if ([...broken, ...tied, ...unseen].some((id) => likeFrom(fault.breaks).some((like) => like === id)))
        seen += 1
    })

  // Where an answer is lost, a fault that waits for it may never come to be.
  test('is seen, or said not to be', () => expect(seen / sample.length).toBeGreaterThan(0.8))
})

/**
 * What a fault looks like, where weather moves the moments that it waits for. One that waits for a state may come to be
 * only after a client went away; a settled order that one lookup shows as PROCESSING went back.
 */
const LOOKS_LIKE: { readonly [Id in ServerClauseId]?: readonly ServerClauseId[] } = {
  'lookup-position': ['order-leaves-processing', 'purchase-survives-timeout'],
  'same-body-same-purchase': ['purchase-survives-timeout', 'order-leaves-processing'],
  'order-leaves-processing': ['lookup-position'],
}

function likeFrom(clause: ServerClauseId): readonly ServerClauseId[] {
  return [clause, ...(LOOKS_LIKE[clause] ?? [])]
}

test('of two faults at the same time, both clauses are named in most pairs, and an innocent one in none', async () => {
  const judged = await Promise.all(
    sampleOf(PAIRS, 10).map(async (pair) => ({ pair, said: await saidOf(pair) })),
  )
  const innocent = judged.flatMap(({ pair: { breaks }, said: { broken } }) =>
    broken.filter((id) => !breaks.some((one) => one === id)),
  )
  const both = judged.filter(({ pair: { breaks }, said: { broken } }) =>
    breaks.every((id) => broken.includes(id)),
  )
  expect(innocent).toEqual([])
  expect(both.length / judged.length).toBeGreaterThan(22 / 38)
})
