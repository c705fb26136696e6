import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { type Answer, isServed } from '../analysis/answer.ts'
import { isPollAfter, isProcessing, type ReadSummary, summaryIn } from '../analysis/read-answer.ts'
import type { Session } from '../run/session.ts'
import { lookUp } from './buying.ts'
import { type Bought, measuredBuy } from './measured.ts'

/** How the following of an order ended. */
type Ending =
  | { readonly kind: 'settled' }
  /** It was still `PROCESSING`, and asked for a wait beyond the time that the profile gives an order. */
  | {
      readonly kind: 'gave-up'
      readonly polls: number
      readonly askedSeconds: number
      readonly waitedMs: number
    }
  /** Its polls were not answered, or not with a summary. */
  | { readonly kind: 'failed' }

/** An order as it was followed, at the pace that the API asked for. */
export type Flow = {
  readonly order: OrderRequest
  /** What told that it was bought, and every poll, in the order of their arrival. */
  readonly answers: readonly Answer[]
  readonly ended: Ending
  /** Lookups after the order was settled. */
  readonly afterwards: readonly Answer[]
  /** Its identical body, sent while it was PROCESSING in the place of a poll, and once it was settled. */
  readonly repeats: readonly Bought[]
}

/** An order to be followed. */
export type Followed = {
  readonly order: OrderRequest
  readonly from: Answer
  /** The numbers of the polls for which the identical body is sent, each set aside by `repeatAllowed`. */
  readonly repeatAtPolls: readonly number[]
  /** Whether its body is sent again once it is settled: set aside already. */
  readonly repeatOnceSettled: boolean
}

/** No order is asked for more often, whatever it says. Milliseconds. */
export const SHORTEST_PAUSE_MS = 100
/** Between two polls where a summary says nothing of use. */
const USUAL_PAUSE_MS = 1000
const LOOKUPS_AFTERWARDS = 2
const FAILED_POLLS = 5

/**
 * Follows orders until each is settled, or can't be followed: polls that are due at the same time are sent side by
 * side, a purchase alone, so that what it costs can be read off the balance.
 *
 * @param repeatAllowed sets an identical body aside; false where the budget does not cover it.
 */
export async function followAll(
  session: Session,
  followed: readonly Followed[],
  repeatAllowed: () => boolean,
): Promise<readonly Flow[]> {
  const walks = followed.map((one) => new Walk(session, one))
  for (let open = walks; open.length > 0; open = open.filter(({ dueMs }) => dueMs !== null)) {
    const { pace } = session
    const nextMs = Math.min(...open.map(({ dueMs }) => dueMs ?? 0))
    const waitMs = nextMs - pace.now()
    if (waitMs > 0) {
      const orders = open.length === 1 ? '1 order is' : `${open.length} orders are`
      session.say(`${orders} followed, next poll in ${Number((waitMs / 1000).toFixed(1))} s`)
      await pace.sleep(waitMs)
    }
    const due = open.filter(({ dueMs }) => (dueMs ?? 0) <= pace.now())
    await Promise.all(due.filter(({ wantsRepeat }) => !wantsRepeat).map((walk) => walk.poll()))
    for (const walk of due.filter(({ wantsRepeat }) => wantsRepeat)) await walk.repeat(repeatAllowed)
  }
  return walks.map((walk) => walk.flow)
}

/** One order on its way. */
class Walk {
  /** When it is to be asked for next; null once it is through. */
  dueMs: number | null = null
  readonly #session: Session
  readonly #followed: Followed
  readonly #beganMs: number
  readonly #answers: Answer[]
  readonly #afterwards: Answer[] = []
  readonly #repeats: Bought[] = []
  #ended: Ending = { kind: 'failed' }
  #polls = 0
  #failures = 0
  #isRepeatedOnceSettled: boolean

  constructor(session: Session, followed: Followed) {
    this.#session = session
    this.#followed = followed
    this.#beganMs = session.pace.now()
    this.#answers = [followed.from]
    this.#isRepeatedOnceSettled = !followed.repeatOnceSettled
    this.#heed(summaryIn(followed.from))
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

  /** Whether the next that is due is its identical body. */
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
    // One more lookup says whether the repetition moved anything.
    this.#wait(SHORTEST_PAUSE_MS)
  }

  #lookedUpAfterwards(answer: Answer): void {
    this.#afterwards.push(answer)
    const isThrough = this.#isRepeatedOnceSettled && this.#afterwards.length >= LOOKUPS_AFTERWARDS
    if (isThrough) this.dueMs = null
    else this.#wait(SHORTEST_PAUSE_MS)
  }

  #polled(answer: Answer): void {
    this.#answers.push(answer)
    this.#polls += 1
    const summary = summaryIn(answer)
    if (isServed(answer) && summary !== undefined) this.#failures = 0
    else this.#failures += 1
    this.#heed(summary)
  }

  /** Decides by a summary when to ask next, or that it is over. */
  #heed(summary: ReadSummary | undefined): void {
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
