import { describe, expect, test } from 'vitest'
import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import { RESTARTS } from '../../fixtures/scenarios.ts'
import { findingOf } from '../testing/certification.fixture.ts'
import { type Client, clientJournal } from '../testing/client-journal.fixture.ts'
import type { Trial } from '../trial.ts'

const [UNANSWERED, PROCESSING] = RESTARTS
const SHORT_TIMEOUT = { timeoutSeconds: 0.3 }

/** A client that buys, is killed after 0.3 s, and is started again half a second later. */
function restarted(scenario: (typeof RESTARTS)[number] | undefined, again: (client: Client) => void): Trial {
  if (scenario === undefined) throw new Error('There is no such scenario.')
  let crash = { killedMs: 0, restartedMs: 0 }
  const trial = clientJournal(scenario, (client) => {
    client.prepare()
    client.buy('SHOP:1', SHORT_TIMEOUT)
    if (scenario === PROCESSING) client.wait(0.3)
    crash = { killedMs: client.nowMs, restartedMs: client.nowMs + 500 }
    client.wait(0.5)
    client.prepare()
    again(client)
  })
  return { ...trial, crash }
}

const MUSTS: readonly ClientClauseId[] = [
  'timeout-is-not-failure',
  'retry-identical-body',
  'one-reference-per-purchase',
  'waits-poll-after',
  'follows-until-settled',
  'reads-purchase-position',
]
const brokenIn = (trial: Trial) => MUSTS.filter((id) => findingOf(id, trial).verdict === 'broken')

const follow = (client: Client) => {
  for (const pause of [1.02, 1.02, 1.02]) {
    client.wait(pause)
    const { data } = client.lookUp('SHOP:1')
    if (data.order.status !== 'PROCESSING') return
  }
}
const resends = (client: Client) => {
  if (client.buy('SHOP:1').data.order.order.status === 'PROCESSING') follow(client)
}
const looksUp = (client: Client) => {
  if (client.lookUp('SHOP:1').data.order.status === 'PROCESSING') follow(client)
}

describe.each([
  ['before its purchase was answered', UNANSWERED],
  ['while its order was PROCESSING', PROCESSING],
])('a client that was killed %s', (_, scenario) => {
  test.each([
    ['sends the identical body again', resends],
    ['looks the order up', looksUp],
  ])('and %s after its restart breaks nothing', (__, again) => {
    expect(brokenIn(restarted(scenario, again))).toEqual([])
  })

  test('and then buys under a new reference breaks timeout-is-not-failure', () => {
    const trial = restarted(scenario, (client) => {
      const seen = client.buy('SHOP:2', SHORT_TIMEOUT)
      if (seen.status === 0) client.buy('SHOP:2')
      client.wait(4)
      client.lookUp('SHOP:2')
    })
    expect(brokenIn(trial)).toEqual(['timeout-is-not-failure'])
    expect(findingOf('timeout-is-not-failure', trial).message).toContain(
      'After a crash the client did not look up its purchase "SHOP:1"',
    )
  })
})

test('a client that ignores its purchase after a restart abandons it', () => {
  expect(brokenIn(restarted(UNANSWERED, () => undefined))).toEqual(['timeout-is-not-failure'])
  expect(brokenIn(restarted(PROCESSING, () => undefined))).toEqual(['follows-until-settled'])
})

test('an answer that a client gets after its restart binds it', () => {
  const hasty = (client: Client) => {
    client.buy('SHOP:1')
    client.lookUp('SHOP:1')
    follow(client)
  }
  expect(brokenIn(restarted(PROCESSING, hasty))).toEqual(['waits-poll-after'])
})
