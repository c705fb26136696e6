import type { StoriesOf } from './story.fixture.ts'

/** Two cards to be bought. */
export const PAIRS_STORIES = {
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
} satisfies StoriesOf
