import type { ScenarioSku } from '../../../../fixtures/scenarios.ts'
import { LOSSES_STORIES } from './losses.fixture.ts'
import { PAIRS_STORIES } from './pairs.fixture.ts'
import { POLLS_STORIES } from './polls.fixture.ts'
import { REFUSALS_STORIES } from './refusals.fixture.ts'
import { SETTLEMENTS_STORIES } from './settlements.fixture.ts'
import type { Story } from './story.fixture.ts'

/** The story of every scenario. */
export const STORIES: Record<ScenarioSku, Story> = {
  ...SETTLEMENTS_STORIES,
  ...PAIRS_STORIES,
  ...POLLS_STORIES,
  ...LOSSES_STORIES,
  ...REFUSALS_STORIES,
}
