import type { StoriesOf } from './story.fixture.ts'

/** Orders that settle after some time. */
export const SETTLEMENTS_STORIES = {
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
  'SCENARIO-FRACTION': {
    calls: [
      ['buy', 'PROCESSING 1.5', 'recorded, delivered'],
      ['advance 4.5'],
      ['look up', 'COMPLETED', 'none, delivered'],
    ],
    paid: 1,
  },
} satisfies StoriesOf
