import type { Profile } from '../../contract/profile/profile.ts'
import { type Answer, retryAfterMs } from '../run/exchange.ts'
import type { Pace } from '../run/pace.ts'

/** Purchases are not sent further apart than this, whatever a service asks for. */
const LONGEST_MS = 2000

/** How purchases follow one another: at the distance that a service has asked for, if it has. */
export class Rhythm {
  readonly #profile: Profile
  readonly #pace: Pace
  /** For how long to wait where an answer does not say it. Milliseconds. */
  readonly #usualMs: number
  #tooMany = 0
  #pauseMs = 0
  #nextMs = 0

  constructor(profile: Profile, pace: Pace, usualMs: number) {
    this.#profile = profile
    this.#pace = pace
    this.#usualMs = usualMs
  }

  /** Waits until a purchase may be sent: those of the same moment alike. */
  async keep(): Promise<void> {
    const waitMs = this.#nextMs - this.#pace.now()
    if (waitMs > 0) await this.#pace.sleep(waitMs)
  }

  /** Notes a purchase. One too many may be chance; from the second on, they keep the distance that is asked for. */
  note(answer?: Answer): void {
    if (answer?.status === this.#profile.errors.rateLimited) {
      const askedMs = Math.min(retryAfterMs(answer, this.#usualMs), LONGEST_MS)
      if (this.#tooMany > 0) this.#pauseMs = Math.max(this.#pauseMs, askedMs)
      this.#tooMany += 1
    }
    this.#nextMs = this.#pauseMs > 0 ? this.#pace.now() + this.#pauseMs : 0
  }
}
