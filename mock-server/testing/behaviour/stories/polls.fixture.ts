import type { StoriesOf } from './story.fixture.ts'

/** The first poll goes wrong. */
export const POLLS_STORIES = {
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
  'SCENARIO-POLL-CUT': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['look up', 'closed', 'none, cut'],
      ['look up', 'PROCESSING 1', 'none, delivered'],
      ['buy', 'closed', 'replayed, cut'],
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
  'SCENARIO-POLL-500': {
    calls: [
      ['buy', 'PROCESSING 1', 'recorded, delivered'],
      ['look up', '500', 'none, delivered'],
      ['buy', '500', 'replayed, delivered'],
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
} satisfies StoriesOf
