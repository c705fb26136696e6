import { type Answer, isServed } from '../analysis/answer.ts'
import { isPollAfter, isProcessing, type ReadSummary, summaryIn } from '../analysis/read-answer.ts'
import type { Session } from '../run/session.ts'
import { lookUp } from './buying.ts'
import type { Flow, FlowEnd, Followed } from './flow.ts'
import { type Bought, measuredBuy } from './measured.ts'

/** The shortest time between two polls, also if the order asks for less. Milliseconds. */
export const SHORTEST_PAUSE_MS = 100
/** The time between two polls if a summary does not say one. */
const USUAL_PAUSE_MS = 1000
const LOOKUPS_AFTERWARDS = 2
const FAILED_POLLS = 5

/** One order that is polled: when the next poll is due, and what its answers said. */
export class FollowedOrder {
  /** When the next poll is due; null once it is done. */
  dueMs: number | null = null
  readonly #session: Session
  readonly #followed: Followed
  readonly #beganMs: number
  readonly #answers: Answer[]
  readonly #afterwards: Answer[] = []
  readonly #repeats: Bought[] = []
  #ended: FlowEnd = { kind: 'failed' }
  #polls = 0
  #failures = 0
  #isRepeatedOnceSettled: boolean

  constructor(session: Session, followed: Followed) {
    this.#session = session
    this.#followed = followed
    this.#beganMs = session.pace.now()
    this.#answers = [followed.from]
    this.#isRepeatedOnceSettled = !followed.repeatOnceSettled
    this.#schedule(summaryIn(followed.from))
  }

  get flow(): Flow {
    return {
      order: this.#followed.order,
      answers: this.#answers,
      ended: this.#ended,
      afterwards: this.#afterwards,
      repeats: this.#repeats,
    }
  }

  /** Whether its identical body is due next, instead of a lookup. */
  get wantsRepeat(): boolean {
    if (this.#ended.kind === 'settled')
      return this.#afterwards.length >= LOOKUPS_AFTERWARDS && !this.#isRepeatedOnceSettled
    return this.#followed.repeatAtPolls.includes(this.#polls + 1)
  }

  async poll(): Promise<void> {
    const answer = await lookUp(this.#session, this.#followed.order.partnerReference)
    if (this.#ended.kind === 'settled') this.#lookedUpAfterwards(answer)
    else this.#polled(answer)
  }

  async repeat(isAllowed: () => boolean): Promise<void> {
    const isSettled = this.#ended.kind === 'settled'
    if (!isSettled && !isAllowed()) return this.poll()
    const repeat = await measuredBuy(this.#session, this.#followed.order)
    this.#repeats.push(repeat)
    if (!isSettled) return this.#polled(repeat.answer)
    this.#isRepeatedOnceSettled = true
    // One more lookup shows whether the replay changed anything.
    this.#wait(SHORTEST_PAUSE_MS)
  }

  #lookedUpAfterwards(answer: Answer): void {
    this.#afterwards.push(answer)
    const isDone = this.#isRepeatedOnceSettled && this.#afterwards.length >= LOOKUPS_AFTERWARDS
    if (isDone) this.dueMs = null
    else this.#wait(SHORTEST_PAUSE_MS)
  }

  #polled(answer: Answer): void {
    this.#answers.push(answer)
    this.#polls += 1
    const summary = summaryIn(answer)
    if (isServed(answer) && summary !== undefined) this.#failures = 0
    else this.#failures += 1
    this.#schedule(summary)
  }

  /** Decides by a summary when the next poll is due, or that the order is done. */
  #schedule(summary: ReadSummary | undefined): void {
    if (summary !== undefined && !isProcessing(summary)) {
      this.#ended = { kind: 'settled' }
      this.#wait(SHORTEST_PAUSE_MS)
    } else if (this.#failures >= FAILED_POLLS) {
      this.dueMs = null
    } else {
      this.#waitAsAsked(summary)
    }
  }

  #waitAsAsked(summary: ReadSummary | undefined): void {
    const asked = summary?.pollAfterSeconds
    const pauseMs = isPollAfter(asked) ? Math.max(asked * 1000, SHORTEST_PAUSE_MS) : USUAL_PAUSE_MS
    const waitedMs = this.#session.pace.now() - this.#beganMs
    if (waitedMs + pauseMs <= this.#session.profile.limits.settleSeconds * 1000) {
      this.#wait(pauseMs)
    } else {
      if (summary !== undefined)
        this.#ended = { kind: 'gave-up', polls: this.#polls, askedSeconds: pauseMs / 1000, waitedMs }
      this.dueMs = null
    }
  }

  #wait(milliseconds: number): void {
    this.dueMs = this.#session.pace.now() + milliseconds
  }
}
