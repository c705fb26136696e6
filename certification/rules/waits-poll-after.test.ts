import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scenarioSchema } from '../../contract/scenario/scenario.ts'
import { runs } from '../../contract/testing/sample.fixture.ts'
import { findingOf } from '../testing/certification.fixture.ts'
import { type Client, clientJournal, type Program } from '../testing/client-journal.fixture.ts'

const REFERENCE = 'SHOP:1'

/** A scenario that asks for this interval, for an hour. */
function asking(pollAfterSeconds: number, more: object = {}) {
  const processing = [{ forSeconds: 3600, pollAfterSeconds }]
  const course = { processing, settles: 'success' as const, ...more }
  return scenarioSchema.parse({ sku: 'PACE', name: 'pace', story: 'A pace.', course })
}

/** Buys, and then looks the order up after each of these pauses, in seconds. */
const polling =
  (...pauses: readonly number[]) =>
  (client: Client) => {
    client.buy(REFERENCE)
    for (const pause of pauses) {
      client.wait(pause)
      client.lookUp(REFERENCE)
    }
  }

const LIMIT = { timeLimit: 100_000 }
const verdictOf = (seconds: number, ...pauses: readonly number[]) =>
  findingOf('waits-poll-after', clientJournal(asking(seconds), polling(...pauses), LIMIT)).verdict

test.each<[seconds: number, pauses: readonly number[], verdict: string]>([
  [10, [10], 'kept'],
  [10, [9.55], 'kept'],
  [10, [9.4], 'broken'],
  [10, [8], 'broken'],
  [10, [0], 'broken'],
  [10, [600], 'kept'],
  [10, [10, 10, 5], 'broken'],
  [10, [], 'not-observed'],
  [1.5, [1.5], 'kept'],
  [1.5, [2], 'kept'],
  [1.5, [1.02], 'not-observed'],
  [1.5, [0.9], 'broken'],
  [1.5, [0], 'broken'],
  // An interval below a second has no whole seconds to wait, and an interval of 0 requires nothing.
  [0.5, [0], 'not-observed'],
  [0, [0, 0], 'not-observed'],
])('for an interval of %s s, waits of %j s give: %s', (seconds, pauses, verdict) => {
  expect(verdictOf(seconds, ...pauses)).toBe(verdict)
})

test('waiting only the whole seconds of an interval rests on the gap poll-interval-type', () => {
  const trial = clientJournal(asking(1.5), polling(1.02), LIMIT)
  expect(findingOf('waits-poll-after', trial).restsOn).toContain('poll-interval-type')
})

test('the identical body counts as a poll, once the client knows that the order is PROCESSING', () => {
  const resending = (client: Client) => {
    client.buy(REFERENCE)
    client.wait(1)
    client.buy(REFERENCE)
  }
  expect(findingOf('waits-poll-after', clientJournal(asking(10), resending)).verdict).toBe('broken')
})

test('a retry or a first lookup after a lost answer is not a poll', () => {
  const retrying = (client: Client) => {
    client.buy(REFERENCE)
    client.lookUp(REFERENCE)
  }
  expect(findingOf('waits-poll-after', clientJournal('SCENARIO-LOST-AFTER', retrying)).verdict).toBe(
    'not-observed',
  )
})

test('the latest summary binds, not an earlier one', () => {
  const client = polling(1.01, 1.01)
  const finding = findingOf('waits-poll-after', clientJournal('SCENARIO-POLL-CHANGES', client))
  expect(finding).toMatchObject({ verdict: 'broken', breaks: [2], restsOn: ['lookup-operation'] })
  expect(finding.message).toContain('pollAfterSeconds was 2')
  expect(finding.evidence.map(({ seq }) => seq)).toEqual([1, 2])
})

test('a summary that did not reach the client does not bind it', () => {
  const lost = scenarioSchema.parse({
    ...asking(10),
    faults: [{ on: 'lookupOrder', at: 'in-answer', does: { kind: 'close' } }],
  })
  const trial = clientJournal(lost, polling(10, 0.1), LIMIT)
  expect(findingOf('waits-poll-after', trial).verdict).toBe('kept')
})

test('after a lookup that finds nothing, the latest summary still sets the moment of the next poll', () => {
  const late = (...pauses: readonly number[]) =>
    findingOf('waits-poll-after', clientJournal(asking(1, { hiddenForSeconds: 3 }), polling(...pauses)))
      .verdict
  expect(late(1, 0.2, 0.2, 3)).toBe('kept')
  expect(late(0.3, 0.3)).toBe('broken')
})

test('the interval of a summary that trickles in begins at its last byte', () => {
  const dribbled = scenarioSchema.parse({
    ...asking(4),
    faults: [{ at: 'in-answer', does: { kind: 'dribble', seconds: 3 } }],
  })
  const from = (pause: number) =>
    findingOf('waits-poll-after', clientJournal(dribbled, polling(pause))).verdict
  expect([from(4), from(1.5)]).toEqual(['kept', 'broken'])
})

test('a kit that is slow to record a delivery does not blame the client', () => {
  const trial = clientJournal(asking(2), polling(2, 2))
  const exchanges = trial.exchanges.map(({ delivery, ...exchange }) => ({
    ...exchange,
    delivery: delivery === null ? null : { ...delivery, atMs: delivery.atMs + 400 },
  }))
  expect(findingOf('waits-poll-after', { ...trial, exchanges }).verdict).toBe('kept')
})

const seconds = fc.double({ min: 0, max: 60, noNaN: true })

test('waiting longer never turns kept into broken', () => {
  fc.assert(
    fc.property(
      seconds,
      fc.array(seconds, { minLength: 1, maxLength: 5 }),
      seconds,
      fc.nat(4),
      (asked, pauses, more, at) => {
        const longer = pauses.map((pause, index) => (index === at % pauses.length ? pause + more : pause))
        return verdictOf(asked, ...pauses) === 'broken' || verdictOf(asked, ...longer) !== 'broken'
      },
    ),
    { numRuns: runs({ sample: 50, full: 1_000 }) },
  )
})

test('polls of another order in between change nothing', () => {
  const nextToAnother = (client: Client) => {
    client.buy('SHOP:2')
    client.buy(REFERENCE)
    client.wait(5)
    client.lookUp('SHOP:2')
    client.wait(5)
    client.lookUp(REFERENCE)
    client.wait(4)
    client.lookUp(REFERENCE)
  }
  const broken = (program: Program) =>
    findingOf('waits-poll-after', clientJournal(asking(10), program)).breaks.length
  expect([broken(polling(10, 4)), broken(nextToAnother)]).toEqual([1, 2])
})
