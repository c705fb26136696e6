import type { ScenarioSku } from '../../../fixtures/scenarios.ts'

/** The journal entry of a call: the outcome of the order, and of the answer. */
export type Recorded = `${'recorded' | 'replayed' | 'none'}, ${'delivered' | 'cut' | 'lost'}`
/** One call, what the client saw of it, and what the journal says. */
export type Call = readonly [
  call: 'buy' | 'buy another' | 'look up' | `advance ${number}`,
  seen?: string,
  recorded?: Recorded,
]

/** Every scenario, as a client goes through it; and how many cards were paid in the end. */
export const STORIES: Record<ScenarioSku, { readonly calls: readonly Call[]; readonly paid: number }> = {
  'SCENARIO-AT-ONCE': {
    calls: [
      ['buy', 'COMPLETED', 'recorded, delivered'],
      ['buy', 'COMPLETED', 'replayed, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-PROCESSING': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['advance 2'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-POLL-CHANGES': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['advance 1'],
      ['look up', 'PROCESSING 2', 'none, delivered'],
      ['advance 2'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-UNUSUAL-PACE': {
    calls: [
      ['buy', 'PROCESSING 3', 'recorded, delivered'],
      ['advance 3'],
      ['look up', 'PROCESSING 5', 'none, delivered'],
      ['advance 5'],
      ['buy', 'PROCESSING 2', 'replayed, delivered'],
      ['advance 2'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-LONG': {
    calls: [
      ['buy', 'PROCESSING 2', 'recorded, delivered'],
      ['advance 23'],
      ['look up', 'PROCESSING 2', 'none, delivered'],
      ['advance 1'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-FAILS': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['advance 3'],
      ['look up', 'FAILED', 'none, delivered'],
    ],
    paid: 0,
  },
  'SCENARIO-UNKNOWN-STATE': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['advance 1'],
      ['look up', 'ON_HOLD', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-EXTRA-FIELDS': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['advance 1'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-TWO-CARDS': {
    calls: [
      ['buy', 'COMPLETED', 'recorded, delivered'],
      ['buy another', 'COMPLETED', 'recorded, delivered'],
    ],
    paid: 2,
  },
  'SCENARIO-TWO-PACES': {
    calls: [
      ['buy', 'PROCESSING 2', 'recorded, delivered'],
      ['buy another', 'PROCESSING 1', 'recorded, delivered'],
      ['buy', 'PROCESSING 2', 'replayed, delivered'],
      ['advance 3'],
      ['look up', 'PROCESSING 2', 'none, delivered'],
      ['buy another', 'COMPLETED', 'replayed, delivered'],
      ['advance 1'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 2,
  },
  'SCENARIO-TWO-AT-ONCE': {
    calls: [
      ['buy', 'COMPLETED', 'recorded, delivered'],
      ['buy another', 'COMPLETED', 'recorded, delivered'],
      ['buy', 'COMPLETED', 'replayed, delivered'],
    ],
    paid: 2,
  },
  'SCENARIO-TWO-LOST': {
    calls: [
      ['buy', 'reset', 'recorded, lost'],
      ['look up', 'COMPLETED', 'none, delivered'],
      ['buy another', 'reset', 'recorded, lost'],
      ['buy another', 'COMPLETED', 'replayed, delivered'],
    ],
    paid: 2,
  },
  'SCENARIO-FRACTION': {
    calls: [
      ['buy', 'PROCESSING 1.5', 'recorded, delivered'],
      ['advance 4.5'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-POLL-LOST': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['look up', 'reset', 'none, lost'],
      ['look up', 'PROCESSING 1', 'none, delivered'],
      ['buy', 'reset', 'replayed, lost'],
      ['buy', 'PROCESSING 1', 'replayed, delivered'],
      ['advance 3'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-POLL-SLOW': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['look up', 'PROCESSING 1', 'none, delivered'],
      ['advance 3'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-POLL-UNAVAILABLE': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['look up', '503', 'none, delivered'],
      ['buy', '503', 'replayed, delivered'],
      ['advance 3'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-POLL-RATE-LIMITED': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['look up', '429', 'none, delivered'],
      ['look up', 'PROCESSING 1', 'none, delivered'],
      ['buy', '429', 'replayed, delivered'],
      ['advance 3'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-LOST-BEFORE': {
    calls: [
      ['buy', 'reset', 'none, lost'],
      ['look up', '404', 'none, delivered'],
      ['buy', 'COMPLETED', 'recorded, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-LOST-AFTER': {
    calls: [
      ['buy', 'reset', 'recorded, lost'],
      ['look up', 'PROCESSING 1', 'none, delivered'],
      ['buy', 'PROCESSING 1', 'replayed, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-LOST-TWICE': {
    calls: [
      ['buy', 'reset', 'recorded, lost'],
      ['buy', 'reset', 'replayed, lost'],
      ['buy', 'PROCESSING 1', 'replayed, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-CLOSED': {
    calls: [
      ['buy', 'closed', 'recorded, lost'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-CUT': {
    calls: [
      ['buy', 'closed', 'recorded, cut'],
      ['buy', 'COMPLETED', 'replayed, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-STALLED': {
    calls: [
      ['buy', 'timeout', 'recorded, lost'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-TRICKLE': {
    calls: [
      ['buy', 'COMPLETED', 'recorded, delivered'],
      ['buy', 'COMPLETED', 'replayed, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-LOST-AND-LATE': {
    calls: [
      ['buy', 'reset', 'recorded, lost'],
      ['look up', '404', 'none, delivered'],
      ['buy', 'COMPLETED', 'replayed, delivered'],
      ['advance 3'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-UNAVAILABLE': {
    calls: [
      ['buy', '503', 'none, delivered'],
      ['buy', '503', 'none, delivered'],
      ['buy', 'COMPLETED', 'recorded, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-UNAVAILABLE-AFTER': {
    calls: [
      ['buy', '503', 'recorded, delivered'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-500-BEFORE': {
    calls: [
      ['buy', '500', 'none, delivered'],
      ['look up', '404', 'none, delivered'],
      ['buy', 'COMPLETED', 'recorded, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-500-AFTER': {
    calls: [
      ['buy', '500', 'recorded, delivered'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-502-BEFORE': {
    calls: [
      ['buy', '502', 'none, delivered'],
      ['look up', '404', 'none, delivered'],
      ['buy', 'COMPLETED', 'recorded, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-502-AFTER': {
    calls: [
      ['buy', '502', 'recorded, delivered'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-RATE-LIMITED': {
    calls: [
      ['buy', '429', 'none, delivered'],
      ['buy', 'COMPLETED', 'recorded, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-LOOKUP-LATE': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['look up', '404', 'none, delivered'],
      ['advance 2'],
      ['look up', 'PROCESSING 1', 'none, delivered'],
      ['advance 2'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
  'SCENARIO-TOO-DEAR': { calls: [['buy', '402', 'none, delivered']], paid: 0 },
  'SCENARIO-WITHDRAWN': {
    calls: [
      ['buy', '422', 'none, delivered'],
      ['buy', '422', 'none, delivered'],
    ],
    paid: 0,
  },
  'SCENARIO-KEY-REVOKED': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['look up', '401', 'none, delivered'],
      ['buy', '401', 'none, delivered'],
    ],
    paid: 1,
  },
}
