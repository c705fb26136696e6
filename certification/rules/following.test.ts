import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { ScenarioSku } from '../../fixtures/scenarios.ts'
import { findingOf } from '../testing/certification.fixture.ts'
import { type Circumstances, type Client, clientJournal } from '../testing/client-journal.fixture.ts'
import { type Behaviour, clientOf } from '../testing/clients.fixture.ts'
import type { Trial } from '../trial.ts'

const CLAUSE = 'follows-until-settled'
const behaved = (sku: ScenarioSku, behaviour: Partial<Behaviour> = {}, circumstances: Circumstances = {}) =>
  findingOf(CLAUSE, clientJournal(sku, clientOf(behaviour), circumstances))

/** Looks a settled order up once more after each pause. */
const lookingAgain =
  (...pauses: readonly number[]) =>
  (client: Client, reference: string) => {
    for (const pause of pauses) {
      client.wait(pause)
      client.lookUp(reference)
    }
  }

test.each<[string, ScenarioSku, verdict: string, Partial<Behaviour>]>([
  ['follows a success', 'SCENARIO-PROCESSING', 'kept', {}],
  ['follows a failure', 'SCENARIO-FAILS', 'kept', {}],
  ['follows an unknown state', 'SCENARIO-UNKNOWN-STATE', 'kept', {}],
  ['follows although a lookup finds nothing yet', 'SCENARIO-LOOKUP-LATE', 'kept', {}],
  ['confirms the settled order at once', 'SCENARIO-PROCESSING', 'kept', { afterSettled: lookingAgain(0) }],
  [
    'confirms the settled order after a pause',
    'SCENARIO-PROCESSING',
    'kept',
    { afterSettled: lookingAgain(1.02) },
  ],
  ['asks after the quiet time', 'SCENARIO-PROCESSING', 'kept', { afterSettled: lookingAgain(2.5) }],
  ['exits with success after a failed order', 'SCENARIO-FAILS', 'kept', { isSuccess: () => true }],
  ['exits with failure after an unknown state', 'SCENARIO-UNKNOWN-STATE', 'kept', { isSuccess: () => false }],
  ['gets an order that settles at once', 'SCENARIO-AT-ONCE', 'not-observed', {}],
  ['gives up at once', 'SCENARIO-PROCESSING', 'broken', { mostPolls: 0 }],
  ['gives up later', 'SCENARIO-LONG', 'broken', { mostPolls: 5 }],
  ['gives up where a lookup finds nothing yet', 'SCENARIO-LOOKUP-LATE', 'broken', { afterMiss: 'fail' }],
  [
    'looks a settled order up twice more',
    'SCENARIO-PROCESSING',
    'broken',
    { afterSettled: lookingAgain(1.02, 1.02) },
  ],
  [
    'treats a failure as PROCESSING',
    'SCENARIO-FAILS',
    'broken',
    { isOpen: (status) => status !== 'COMPLETED', mostPolls: 9 },
  ],
  ['exits with failure after a success', 'SCENARIO-PROCESSING', 'kept', { isSuccess: () => false }],
])('a client that %s, in %s: %s', (_, sku, verdict, behaviour) => {
  expect(behaved(sku, behaviour).verdict).toBe(verdict)
})

test('the finding names the reference that a client looked up instead of its own', () => {
  const trial = clientJournal('SCENARIO-PROCESSING', (client) => {
    client.buy('SHOP:1')
    client.wait(1.02)
    client.lookUp('another')
  })
  expect(findingOf(CLAUSE, trial).message).toContain(
    'it never asked for it again: it looked up "another", which it never bought.',
  )
})

/** Each lost answer ends the process, and its operator starts it again: it sends what it knows once more. */
const supervised = (client: Client) => {
  const isSettled = (reference: string) => {
    let answer = client.buy(reference)
    for (const at of ['purchase', 'lookup'] as const) {
      if (answer.status === 0) return false
      const summary = at === 'purchase' ? answer.data.order.order : answer.data.order
      if (summary.status !== 'PROCESSING') return true
      client.wait(1.02)
      answer = client.lookUp(reference)
    }
    return answer.status !== 0
  }
  for (let start = 1; start <= 6; start += 1) {
    if (['SHOP:1', 'SHOP:2'].every(isSettled)) return 0
    client.wait(3)
  }
  return 1
}

test('a client that is restarted after lost answers may resend a settled order at each start', () => {
  const finding = findingOf(CLAUSE, clientJournal('SCENARIO-POLL-LOST', supervised))
  expect(finding.verdict).not.toBe('broken')
})

test('a client that never stops breaks the clause, even at a pace slower than requested', () => {
  const slow = { pause: () => 4, isOpen: () => true }
  expect(behaved('SCENARIO-PROCESSING', slow)).toMatchObject({
    verdict: 'broken',
    message: expect.stringContaining('went on asking for it'),
  })
})

test('a client does not break the clause only by being ended', () => {
  const hangs = { afterSettled: (client: Client) => client.wait(1000) }
  expect(behaved('SCENARIO-PROCESSING', hangs).verdict).toBe('kept')
  expect(behaved('SCENARIO-LONG', {}, { timeLimit: 10 }).verdict).toBe('not-observed')
})

test('a client that keeps looking up a misspelled reference breaks the clause', () => {
  const asForm = (client: Client) => {
    client.buy('MY SHOP:1')
    for (let poll = 0; poll < 60; poll += 1) {
      client.wait(1.02)
      client.lookUp('MY+SHOP:1')
    }
  }
  expect(findingOf(CLAUSE, clientJournal('SCENARIO-PROCESSING', asForm))).toMatchObject({
    verdict: 'broken',
    message: expect.stringContaining('it bought "MY SHOP:1", and looked up "MY+SHOP:1".'),
  })
})

test('a misspelled lookup abandons the order that it misspells, and no other', () => {
  const oneOfTwo = (client: Client) => {
    client.buy('SHOP:2')
    client.buy('MY SHOP:1')
    client.lookUp('MY+SHOP:1')
    client.wait(1000)
  }
  expect(findingOf(CLAUSE, clientJournal('SCENARIO-TWO-PACES', oneOfTwo))).toMatchObject({
    verdict: 'broken',
    message: expect.stringMatching(/^The order "MY SHOP:1" was PROCESSING/),
  })
})

test('a client whose key is revoked while it follows is not judged', () => {
  const finding = behaved('SCENARIO-KEY-REVOKED')
  expect(finding).toMatchObject({ verdict: 'not-observed', message: expect.stringContaining('refused') })
})

test('a client that is refused before its first lookup is not judged, but one that never asks is', () => {
  const program = (client: Client) => {
    client.buy('SHOP:1')
    return client.balance().status
  }
  expect(findingOf(CLAUSE, clientJournal('SCENARIO-KEY-REVOKED', program)).verdict).toBe('not-observed')
  const goesAtOnce = (client: Client) => client.buy('SHOP:1').status
  expect(findingOf(CLAUSE, clientJournal('SCENARIO-KEY-REVOKED', goesAtOnce)).verdict).toBe('broken')
})

/** The same journal, with a slow answer to the first purchase, and everything after it delayed by the same time. */
function slowed(trial: Trial, byMs: number): Trial {
  const [first] = trial.exchanges.filter(({ operation }) => operation === 'createOrder')
  const later = (exchange: Exchange): Exchange =>
    exchange.seq < (first?.seq ?? 0) ? exchange : moved(exchange, byMs, exchange.seq === first?.seq)
  const exit = trial.exit === null ? null : { ...trial.exit, atMs: trial.exit.atMs + byMs }
  return { ...trial, exit, exchanges: trial.exchanges.map(later), endedMs: trial.endedMs + byMs }
}

function moved(exchange: Exchange, byMs: number, isSlow: boolean): Exchange {
  const { arrivedMs, delivery } = exchange
  return {
    ...exchange,
    arrivedMs: isSlow ? arrivedMs : arrivedMs + byMs,
    delivery: delivery === null ? null : { ...delivery, atMs: delivery.atMs + byMs },
  }
}

const buysAndAsksOn = (client: Client) => {
  client.buy('SHOP:1')
  for (const pause of [0, 0.1]) {
    client.wait(pause)
    client.lookUp('SHOP:1')
  }
}
const buysAndAsksAtOnce = (client: Client) => {
  client.buy('SHOP:1')
  client.wait(0.1)
  client.lookUp('SHOP:1')
}

describe('a client that may have timed out before an answer came', () => {
  test('may ask again for a settled order', () => {
    const trial = clientJournal('SCENARIO-AT-ONCE', buysAndAsksOn)
    expect(findingOf('follows-until-settled', slowed(trial, 0)).verdict).toBe('broken')
    expect(findingOf('follows-until-settled', slowed(trial, 3_500)).verdict).not.toBe('broken')
  })

  test('may ask again before pollAfterSeconds', () => {
    const trial = clientJournal('SCENARIO-PROCESSING', buysAndAsksAtOnce)
    expect(findingOf('waits-poll-after', slowed(trial, 0)).verdict).toBe('broken')
    expect(findingOf('waits-poll-after', slowed(trial, 3_500)).verdict).not.toBe('broken')
  })
})
