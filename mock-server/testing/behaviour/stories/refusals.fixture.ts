import type { StoriesOf } from './story.fixture.ts'

/** Purchases and lookups that are refused. */
export const REFUSALS_STORIES = {
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
} satisfies StoriesOf
