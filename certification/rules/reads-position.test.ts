import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { ScenarioSku } from '../../fixtures/scenarios.ts'
import { readRun } from '../analysis.ts'
import { judgeAnalysis } from '../rules.ts'
import { certify, clausesThatAre, findingOf } from '../testing/certification.fixture.ts'
import { type Client, clientJournal } from '../testing/client-journal.fixture.ts'
import { type Behaviour, clientOf } from '../testing/clients.fixture.ts'

const PURCHASE = 'reads-purchase-position'
const LOOKUP = 'reads-lookup-position'
type Position = typeof PURCHASE | typeof LOOKUP
const EXTRA = 'SCENARIO-EXTRA-FIELDS'

const alone = (id: Position, sku: ScenarioSku, behaviour: Partial<Behaviour> = {}) =>
  findingOf(id, clientJournal(sku, clientOf(behaviour)))

/** The verdicts in each scenario of a run of these scenarios. */
function among(skus: readonly ScenarioSku[], behaviour: Partial<Behaviour>) {
  const analyses = readRun(
    skus.map((sku) => clientJournal(sku, clientOf(behaviour))),
    DEFAULT_PROFILE,
  )
  return analyses.map(judgeAnalysis).map(({ findings }) => ({
    purchase: findings['reads-purchase-position'].verdict,
    lookup: findings['reads-lookup-position'].verdict,
    follows: findings['follows-until-settled'].verdict,
    waits: findings['waits-poll-after'].verdict,
  }))
}

const strict = () => {
  throw new TypeError('Unknown fields.')
}

test.each<[string, Position, ScenarioSku, string, Partial<Behaviour>]>([
  ['stops at a settled summary', PURCHASE, 'SCENARIO-AT-ONCE', 'kept', {}],
  ['waits as the summary asks', PURCHASE, 'SCENARIO-PROCESSING', 'kept', {}],
  ['got no answer with a summary', PURCHASE, 'SCENARIO-WITHDRAWN', 'not-observed', {}],
  ['got no answer', PURCHASE, 'SCENARIO-LOST-AFTER', 'not-observed', {}],
  ['fails over unknown fields', PURCHASE, EXTRA, 'broken', { readPurchase: strict }],
  ['ignores unknown fields', PURCHASE, EXTRA, 'kept', {}],
  ['looked nothing up', LOOKUP, 'SCENARIO-AT-ONCE', 'not-observed', {}],
  ['fails over unknown fields', LOOKUP, EXTRA, 'broken', { readLookup: strict }],
  ['ignores unknown fields', LOOKUP, EXTRA, 'kept', {}],
])('a client that %s: %s in %s is %s', (_, id, sku, verdict, behaviour) => {
  expect(alone(id, sku, behaviour).verdict).toBe(verdict)
})

describe('the position of a purchase', () => {
  const SKUS = ['SCENARIO-AT-ONCE', 'SCENARIO-PROCESSING'] as const
  const FAILS: Partial<Behaviour> = { readPurchase: () => ({ status: 'undefined' }) }
  const STILL_ASKS: Partial<Behaviour> = { readPurchase: (data) => data.order }

  test('is missed by a client that polls a settled purchase, and polls a PROCESSING one without a wait', () => {
    expect(among(SKUS, STILL_ASKS)).toMatchObject([{ purchase: 'broken' }, { purchase: 'broken' }])
  })

  test('is missed by a client that ends after PROCESSING, and fails after a success', () => {
    expect(among(SKUS, FAILS)).toMatchObject([{ purchase: 'not-observed' }, { purchase: 'broken' }])
  })

  test('is blamed instead of the early or missing polls that follow from it', () => {
    expect(among(SKUS, STILL_ASKS)[1]).toMatchObject({ purchase: 'broken', waits: 'kept', follows: 'kept' })
    expect(among(SKUS, FAILS)[1]).toMatchObject({ purchase: 'broken', follows: 'not-observed' })
  })

  test('is not blamed for a client that never polls, and stops where it should', () => {
    expect(among(SKUS, { mostPolls: 0 })).toMatchObject([
      { purchase: 'kept' },
      { purchase: 'not-observed', follows: 'broken' },
    ])
  })
})

describe('the position of a purchase is not blamed', () => {
  const confirm = (client: Client, reference: string) => client.lookUp(reference)
  const again = (client: Client, reference: string) => {
    for (let time = 0; time < 2; time += 1) {
      client.wait(0.1)
      client.lookUp(reference)
    }
  }

  test('for a client that looks each settled order up once more, to confirm it', () => {
    const skus = ['SCENARIO-AT-ONCE', 'SCENARIO-PROCESSING', 'SCENARIO-UNUSUAL-PACE'] as const
    expect(among(skus, { afterSettled: confirm })).toMatchObject([
      { purchase: 'not-observed', follows: 'not-observed' },
      { purchase: 'kept', lookup: 'kept', follows: 'kept' },
      { purchase: 'kept', lookup: 'kept', follows: 'kept' },
    ])
  })

  test('for a client that keeps asking after any settled order', () => {
    const often = (client: Client, reference: string) => {
      for (let time = 0; time < 5; time += 1) {
        client.wait(1)
        client.lookUp(reference)
      }
    }
    expect(among(['SCENARIO-AT-ONCE'], { afterSettled: often })).toMatchObject([
      { purchase: 'not-observed', follows: 'broken' },
    ])
  })

  test('for a client that keeps asking in one scenario, and stops in another', () => {
    const sometimes = (client: Client, reference: string) =>
      client.sku === 'SCENARIO-TWO-CARDS' ? again(client, reference) : undefined
    expect(among(['SCENARIO-AT-ONCE', 'SCENARIO-TWO-CARDS'], { afterSettled: sometimes })).toMatchObject([
      { purchase: 'kept' },
      { purchase: 'not-observed', follows: 'broken' },
    ])
  })

  test('for a purchase that was abandoned for another one', () => {
    const twice = (client: Client) => {
      client.buy('SHOP:0')
      return clientOf({})(client)
    }
    const [, analysis] = readRun(
      [clientJournal('SCENARIO-PROCESSING', clientOf({})), clientJournal('SCENARIO-EXTRA-FIELDS', twice)],
      DEFAULT_PROFILE,
    )
    expect(analysis && judgeAnalysis(analysis).findings).toMatchObject({
      'reads-purchase-position': { verdict: 'kept' },
      'one-reference-per-purchase': { verdict: 'broken' },
    })
  })
})

describe('the position of a lookup', () => {
  const fails: Partial<Behaviour> = { readLookup: () => ({ status: 'undefined' }) }

  test('is read by a client that polls while PROCESSING, and stops once settled', () => {
    expect(alone(LOOKUP, 'SCENARIO-POLL-CHANGES')).toMatchObject({
      verdict: 'kept',
      restsOn: ['lookup-operation'],
    })
  })

  test('is missed by a client that fails after PROCESSING and after a success alike', () => {
    expect(among(['SCENARIO-PROCESSING', 'SCENARIO-CLOSED'], fails)).toMatchObject([
      { lookup: 'broken', follows: 'not-observed', purchase: 'kept' },
      { lookup: 'not-observed', follows: 'not-observed' },
    ])
  })

  test('is not blamed for a client that polls once, and reads a success correctly', () => {
    expect(among(['SCENARIO-PROCESSING', 'SCENARIO-CLOSED'], { mostPolls: 1 })).toMatchObject([
      { lookup: 'not-observed', follows: 'broken' },
      { lookup: 'kept', follows: 'not-observed' },
    ])
  })

  test('is not blamed from a single scenario, which can show too little', () => {
    expect(among(['SCENARIO-PROCESSING'], { mostPolls: 1 })).toMatchObject([
      { lookup: 'not-observed', follows: 'broken' },
    ])
  })

  test('is not blamed for a client that never stops, but keeps the requested pace', () => {
    expect(among(['SCENARIO-POLL-CHANGES'], { isOpen: () => true })).toMatchObject([
      { lookup: 'kept', follows: 'broken', waits: 'kept' },
    ])
  })
})

test('a client that never polls is not blamed for misreading unknown fields', () => {
  expect(among(['SCENARIO-AT-ONCE', 'SCENARIO-PROCESSING', EXTRA], { mostPolls: 0 })[2]).toMatchObject({
    purchase: 'not-observed',
    follows: 'broken',
  })
})

test('a client that never waits and always exits with 1 breaks waits-poll-after, and no clause on positions', () => {
  const hasty = clientOf({ pause: () => 0.4 })
  const report = certify((client) => {
    hasty(client)
    return 1
  })
  expect(clausesThatAre('broken', report)).toEqual(['waits-poll-after'])
})

describe('a client that reads lookups at the wrong depth, and swallows the exception', () => {
  // The error is caught in the loop, and the order counts as PROCESSING.
  const readLookup = (data: { order?: { order?: object } }) => data?.order?.order ?? { status: 'PROCESSING' }

  test.each([
    ['at the pace of the purchase', {}],
    ['with a fixed number of polls', { mostPolls: 8 }],
  ])('breaks reads-lookup-position alone, %s', (_, behaviour) => {
    const report = certify(clientOf({ readLookup, ...behaviour }))
    expect(clausesThatAre('broken', report)).toEqual(['reads-lookup-position'])
  })

  test('is told apart from a client that waits for one particular state', () => {
    const report = certify(clientOf({ isOpen: (status) => status !== 'COMPLETED' }))
    expect(clausesThatAre('broken', report)).toEqual(['follows-until-settled'])
  })
})
