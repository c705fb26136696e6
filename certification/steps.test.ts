import { describe, expect, test } from 'vitest'
import type { ClientClauseId } from '../contract/reference/client-clauses.ts'
import type { ScenarioSku } from '../fixtures/scenarios.ts'
import { findingOf } from './testing/certification.fixture.ts'
import { type Client, clientJournal } from './testing/client-journal.fixture.ts'

const CLAUSES: readonly ClientClauseId[] = ['waits-poll-after', 'follows-until-settled']

/** The clauses that a client breaks by its requests after the first purchase. */
function brokenBy(sku: ScenarioSku, act: (client: Client) => void) {
  const trial = clientJournal(sku, (client) => {
    client.buy('SHOP:1')
    act(client)
  })
  return CLAUSES.filter((id) => findingOf(id, trial).verdict === 'broken')
}

/** Sends requests at this interval without waiting for the answers, and continues when all answers have come. */
function apart(client: Client, milliseconds: number, ...acts: readonly (() => unknown)[]): void {
  const beganMs = client.nowMs
  let lastMs = beganMs
  for (const [index, act] of acts.entries()) {
    client.nowMs = beganMs + index * milliseconds
    act()
    lastMs = Math.max(lastMs, client.nowMs)
  }
  client.nowMs = lastMs
}

const followOn = (client: Client) => {
  client.wait(1.02)
  client.lookUp('SHOP:1')
}

describe.each([0, 10, 45])('a lookup and a resend of an open purchase, %s ms apart,', (milliseconds) => {
  test.each<ScenarioSku>(['SCENARIO-LOST-AFTER', 'SCENARIO-CLOSED', 'SCENARIO-500-AFTER'])(
    'break nothing in %s',
    (sku) => {
      const both = (client: Client) => {
        apart(
          client,
          milliseconds,
          () => client.buy('SHOP:1'),
          () => client.lookUp('SHOP:1'),
        )
        if (sku === 'SCENARIO-LOST-AFTER') followOn(client)
      }
      expect(brokenBy(sku, both)).toEqual([])
    },
  )
})

test('two identical requests at the same moment break nothing', () => {
  const twice = (client: Client) => {
    apart(
      client,
      0,
      () => client.buy('SHOP:1'),
      () => client.buy('SHOP:1'),
    )
    followOn(client)
  }
  expect(brokenBy('SCENARIO-LOST-AFTER', twice)).toEqual([])
})

test('a third request at once breaks waits-poll-after', () => {
  const thrice = (client: Client) => {
    apart(
      client,
      3,
      () => client.buy('SHOP:1'),
      () => client.lookUp('SHOP:1'),
      () => client.buy('SHOP:1'),
    )
    followOn(client)
  }
  expect(brokenBy('SCENARIO-LOST-AFTER', thrice)).toEqual(['waits-poll-after'])
})

test('a lookup right after the answer to a purchase breaks waits-poll-after', () => {
  const hasty = (client: Client) => {
    client.lookUp('SHOP:1')
    followOn(client)
    followOn(client)
  }
  expect(brokenBy('SCENARIO-PROCESSING', hasty)).toEqual(['waits-poll-after'])
})
