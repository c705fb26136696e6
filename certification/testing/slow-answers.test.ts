import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Trial } from '../trial.ts'
import { findingOf } from './certification.fixture.ts'
import { type Client, clientJournal } from './client-journal.fixture.ts'

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
