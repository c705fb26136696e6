import type { PageFacts } from '../../contract/wire/page-facts.ts'

/** What every tab is given. */
export type TabProps = {
  readonly facts: PageFacts
  /** Whether the page is as narrow as a telephone. */
  readonly isNarrow: boolean
}
