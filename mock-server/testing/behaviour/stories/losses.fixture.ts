import type { StoriesOf } from './story.fixture.ts'

/** Answers that do not arrive, or only in part. */
export const LOSSES_STORIES = {
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
} satisfies StoriesOf
