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

/** Buys, follows as it should, and then looks the order up once more after each pause. */
const lookingAgain =
  (...pauses: readonly number[]) =>
  (client: Client, reference: string) => {
    for (const pause of pauses) {
      client.wait(pause)
      client.lookUp(reference)
    }
  }

test.each<[string, ScenarioSku, Partial<Behaviour>, verdict: string]>([
  ['follows a success', 'SCENARIO-PROCESSING', {}, 'kept'],
  ['follows a failure', 'SCENARIO-FAILS', {}, 'kept'],
  ['follows an unknown state', 'SCENARIO-UNKNOWN-STATE', {}, 'kept'],
  ['follows where a lookup finds none', 'SCENARIO-LOOKUP-LATE', {}, 'kept'],
  ['confirms the settled order at once', 'SCENARIO-PROCESSING', { afterSettled: lookingAgain(0) }, 'kept'],
  ['confirms it after a pause', 'SCENARIO-PROCESSING', { afterSettled: lookingAgain(1.02) }, 'kept'],
  ['asks after the quiet time', 'SCENARIO-PROCESSING', { afterSettled: lookingAgain(2.5) }, 'kept'],
  ['calls a failure a success', 'SCENARIO-FAILS', { isSuccess: () => true }, 'kept'],
  ['calls an unknown state none', 'SCENARIO-UNKNOWN-STATE', { isSuccess: () => false }, 'kept'],
  ['has an order that settles at once', 'SCENARIO-AT-ONCE', {}, 'not-observed'],
  ['gives up at once', 'SCENARIO-PROCESSING', { mostPolls: 0 }, 'broken'],
  ['gives up later', 'SCENARIO-LONG', { mostPolls: 5 }, 'broken'],
  ['gives up where a lookup finds none', 'SCENARIO-LOOKUP-LATE', { afterMiss: 'fail' }, 'broken'],
  ['asks twice more', 'SCENARIO-PROCESSING', { afterSettled: lookingAgain(1.02, 1.02) }, 'broken'],
  [
    'treats a failure as PROCESSING',
    'SCENARIO-FAILS',
    { isOpen: (status) => status !== 'COMPLETED', mostPolls: 9 },
    'broken',
  ],
  ['denies a success', 'SCENARIO-PROCESSING', { isSuccess: () => false }, 'kept'],
])('of a client that %s, in %s', (_, sku, behaviour, verdict) => {
  expect(behaved(sku, behaviour).verdict).toBe(verdict)
})

test('what a client looked up instead is named', () => {
  const trial = clientJournal('SCENARIO-PROCESSING', (client) => {
    client.buy('SHOP:1')
    client.wait(1.02)
    client.lookUp('another')
  })
  expect(findingOf(CLAUSE, trial).message).toContain(
    'it never asked for it again: it looked up "another", which it never bought.',
  )
})

/** Its process ends at a lost answer, and its operator starts it again: it sends what it knows once more. */
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

test('a client that is started again after lost answers may send the body of a settled order each time', () => {
  const finding = findingOf(CLAUSE, clientJournal('SCENARIO-POLL-LOST', supervised))
  expect(finding.verdict).not.toBe('broken')
})

test('a slow client that never stops is seen by its own pace', () => {
  const slow = { pause: () => 4, isOpen: () => true }
  expect(behaved('SCENARIO-PROCESSING', slow)).toMatchObject({
    verdict: 'broken',
    message: expect.stringContaining('went on asking for it'),
  })
})

test('a client that had to be ended breaks nothing by that', () => {
  const hangs = { afterSettled: (client: Client) => client.wait(1000) }
  expect(behaved('SCENARIO-PROCESSING', hangs).verdict).toBe('kept')
  expect(behaved('SCENARIO-LONG', {}, { timeLimit: 10 }).verdict).toBe('not-observed')
})

test('a client that looks up another spelling of its reference follows nothing, however long it goes on', () => {
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

test('a misspelled lookup leaves the order that it misspells, and no other', () => {
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

test('a client whose key is refused cannot follow', () => {
  const finding = behaved('SCENARIO-KEY-REVOKED')
  expect(finding).toMatchObject({ verdict: 'not-observed', message: expect.stringContaining('refused') })
})

test('nor can one that is refused before it could ask for the order', () => {
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

describe('an answer that came after the timeout of the client may not have been read', () => {
  test('so a client that asks again for a settled order is not blamed', () => {
    const trial = clientJournal('SCENARIO-AT-ONCE', buysAndAsksOn)
    expect(findingOf('follows-until-settled', slowed(trial, 0)).verdict).toBe('broken')
    expect(findingOf('follows-until-settled', slowed(trial, 3_500)).verdict).not.toBe('broken')
  })

  test('nor is a client that asks again before its pollAfterSeconds', () => {
    const trial = clientJournal('SCENARIO-PROCESSING', buysAndAsksAtOnce)
    expect(findingOf('waits-poll-after', slowed(trial, 0)).verdict).toBe('broken')
    expect(findingOf('waits-poll-after', slowed(trial, 3_500)).verdict).not.toBe('broken')
  })
})
