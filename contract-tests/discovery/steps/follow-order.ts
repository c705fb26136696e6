import { isPollAfter } from '../../../contract/wire/processing.ts'
import type { Answer } from '../../run/answer.ts'
import { isProcessing, type ReadSummary } from '../../run/answer.ts'
import type { KeyedSearch } from '../search.ts'

/** A summary, the answer with it, and when it arrived. Milliseconds of the pace's clock. */
export type SeenSummary = { readonly summary: ReadSummary; readonly answer: Answer; readonly at: number }

/** Used when nothing says how long to wait. */
const POLL_AFTER_SECONDS = 1
/** A timer may fire a moment early. */
const MARGIN_MS = 5

/** How often, and until when, an order may be polled. */
export type Polling = {
  /** Waits as long as a summary asks for (§3.1); false if that is longer than an order is followed. */
  wait(latest: SeenSummary): Promise<boolean>
}

/**
 * Begins to follow an order, for as long as `limits.settleSeconds` of the starting profile says.
 */
export function beginCourse({ pace, aim, findings }: KeyedSearch): Polling {
  const seconds = aim.start.limits.settleSeconds
  const deadline = pace.now() + seconds * 1000
  return {
    async wait({ summary, at }) {
      const due = at + pollAfterSecondsOf(summary) * 1000 + MARGIN_MS
      if (due > deadline) {
        findings.note(
          `The order is still PROCESSING, and is not followed for longer than limits.settleSeconds (${seconds}).`,
        )
        return false
      }
      await pace.sleep(Math.max(0, due - pace.now()))
      return true
    },
  }
}

/**
 * Polls an order until it is no longer PROCESSING (§1.3).
 *
 * @param poll sends one poll.
 * @param read finds the summary in its answer.
 * @returns the last summary that was seen.
 */
export async function followOrder(
  search: KeyedSearch,
  course: Polling,
  from: SeenSummary,
  poll: () => Promise<Answer>,
  read: (answer: Answer) => ReadSummary | undefined,
): Promise<SeenSummary> {
  let latest = from
  while (isProcessing(latest.summary)) {
    if (!(await course.wait(latest))) return latest
    const answer = await poll()
    // After an answer without a summary, the wait of the summary before it applies.
    latest = { summary: read(answer) ?? latest.summary, answer, at: search.pace.now() }
  }
  return latest
}

function pollAfterSecondsOf({ pollAfterSeconds }: ReadSummary): number {
  return isPollAfter(pollAfterSeconds) ? pollAfterSeconds : POLL_AFTER_SECONDS
}
