import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { isPollAfter } from '../../contract/wire/processing.ts'
import type { Answer } from '../run/answer.ts'
import { isProcessing, purchaseSummary, type ReadSummary, summaryIn } from '../run/answer.ts'
import type { Caller } from './caller.ts'
import { measured } from './measuring.ts'

/** The shortest time between two polls, also if the order asks for less. Milliseconds. */
export const SHORTEST_PAUSE_MS = 100
/** The time between two polls if a summary does not say one. */
const USUAL_PAUSE_MS = 1000
const LOOKUPS_AFTERWARDS = 2
const FAILED_POLLS = 3
/** How often an order in a state that the profile does not name is polled: it may come before PROCESSING. */
const POLLS_OF_UNNAMED = 3

/** An order that is to be followed. */
export type Followed = {
  readonly order: OrderRequest
  readonly from: Answer
  /** The numbers of the polls in whose place the identical body is sent. */
  readonly repeatAtPolls: readonly number[]
  /** Whether its body is sent again once it is settled. */
  readonly repeatOnceSettled: boolean
}

/**
 * Polls orders until each is settled or can't be polled. Polls that are due at the same time are sent side by side; a
 * purchase is sent alone, so that its cost can be read from the balance.
 */
export async function followAll(caller: Caller, followed: readonly Followed[]): Promise<void> {
  const later = { repeats: 0 }
  const orders = followed.map((one) => new FollowedOrder(caller, one, later))
  for (let open = orders; open.length > 0; open = open.filter(({ dueMs }) => dueMs !== null)) {
    const { pace } = caller
    const nextMs = Math.min(...open.map(({ dueMs }) => dueMs ?? 0))
    const waitMs = nextMs - pace.now()
    if (waitMs > 0) {
      const which = open.length === 1 ? '1 order is' : `${open.length} orders are`
      caller.say(`${which} followed, next poll in ${Number((waitMs / 1000).toFixed(1))} s`)
      await pace.sleep(waitMs)
    }
    const due = open.filter(({ dueMs }) => (dueMs ?? 0) <= pace.now())
    await Promise.all(due.filter(({ wantsRepeat }) => !wantsRepeat).map((order) => order.poll()))
    for (const order of due.filter(({ wantsRepeat }) => wantsRepeat)) await order.repeat()
  }
}

/** One order that is polled, and when the next poll is due. */
class FollowedOrder {
  /** When the next poll is due; null once it is done. */
  dueMs: number | null = null
  readonly #caller: Caller
  readonly #followed: Followed
  readonly #beganMs: number
  #isSettled = false
  #afterwards = 0
  #polls = 0
  #unnamed = 0
  #failures = 0
  /** Whether its body is to be sent once more, now that it is settled. */
  #isRepeatDue: boolean
  readonly #later: { repeats: number }

  /** @param later how many bodies of settled orders were sent once more, in the whole run. */
  constructor(caller: Caller, followed: Followed, later: { repeats: number }) {
    this.#caller = caller
    this.#later = later
    this.#followed = followed
    this.#beganMs = caller.pace.now()
    this.#isRepeatDue = followed.repeatOnceSettled
    this.#schedule(summaryIn(followed.from))
  }

  /** Whether its identical body is due next, instead of a lookup. */
  get wantsRepeat(): boolean {
    if (this.#isSettled) return this.#afterwards >= LOOKUPS_AFTERWARDS && this.#isRepeatDue
    return this.#followed.repeatAtPolls.includes(this.#polls + 1)
  }

  async poll(): Promise<void> {
    const answer = await this.#caller.lookUp(this.#followed.order.partnerReference)
    if (!this.#isSettled) return this.#polled(summaryIn(answer))
    this.#afterwards += 1
    if (!this.#isRepeatDue && this.#afterwards >= LOOKUPS_AFTERWARDS) this.dueMs = null
    else this.#wait(SHORTEST_PAUSE_MS)
  }

  async repeat(): Promise<void> {
    const caller = this.#caller
    if (!caller.covers(1)) {
      this.#isRepeatDue = false
      return this.poll()
    }
    const { order } = this.#followed
    const title = this.#isSettled
      ? 'its identical body, once it is settled'
      : 'the identical body of an order that is PROCESSING'
    const answer = await caller.line(title, 1, () => measured(caller, () => caller.buy(order)))
    const summary = answer && purchaseSummary(answer)
    if (!this.#isSettled) return this.#polled(summary)
    // Lookups say settled, and the body PROCESSING: which of them is right shows once it must be settled for both.
    this.#isRepeatDue = isProcessing(summary) && this.#later.repeats < LATER_REPEATS
    if (this.#isRepeatDue) this.#later.repeats += 1
    // Else one more lookup shows whether the replay changed anything.
    this.#wait(this.#isRepeatDue ? pauseOf(summary) : SHORTEST_PAUSE_MS)
  }

  #polled(summary: ReadSummary | undefined): void {
    this.#polls += 1
    this.#failures = summary === undefined ? this.#failures + 1 : 0
    this.#schedule(summary)
  }

  /** Decides by a summary when the next poll is due, or that the order is done. */
  #schedule(summary: ReadSummary | undefined): void {
    if (summary !== undefined && !isProcessing(summary) && !this.#mayComeBefore(summary)) {
      this.#isSettled = true
      this.#wait(SHORTEST_PAUSE_MS)
    } else if (this.#failures >= FAILED_POLLS) {
      this.dueMs = null
    } else {
      this.#waitAsAsked(summary)
    }
  }

  /** Whether a state that the profile does not name may yet be followed by PROCESSING. */
  #mayComeBefore({ status }: ReadSummary): boolean {
    const { success, failure } = this.#caller.profile.states
    if (success.includes(status) || failure.includes(status)) return false
    this.#unnamed += 1
    return this.#unnamed <= POLLS_OF_UNNAMED
  }

  #waitAsAsked(summary: ReadSummary | undefined): void {
    const pauseMs = pauseOf(summary)
    const waitedMs = this.#caller.pace.now() - this.#beganMs
    if (waitedMs + pauseMs <= this.#caller.profile.limits.settleSeconds * 1000) this.#wait(pauseMs)
    else this.dueMs = null
  }

  #wait(milliseconds: number): void {
    this.dueMs = this.#caller.pace.now() + milliseconds
  }
}

/** How often bodies of settled orders that say PROCESSING are sent once more, in the whole run. */
const LATER_REPEATS = 3

function pauseOf(summary: ReadSummary | undefined): number {
  const asked = summary?.pollAfterSeconds
  return isPollAfter(asked) ? Math.max(asked * 1000, SHORTEST_PAUSE_MS) : USUAL_PAUSE_MS
}
