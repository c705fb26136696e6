import { isWithinLimits, writtenWithin } from '../contract/profile/reference-limits.ts'
import type { Target } from './target/target.ts'

const FIRST_MS = Date.UTC(2026, 0, 1)

/**
 * Makes the references of a run, in the documented shape `<PREFIX>:<order_label>` (§2). Labels are digits, which nearly
 * every service accepts. They begin with the time of the run, since a service remembers the references of earlier runs.
 */
export class References {
  readonly #target: Pick<Target, 'profile' | 'referencePrefix'>
  readonly #stem: string
  #made = 0

  constructor(target: Pick<Target, 'profile' | 'referencePrefix'>, nowMs: number) {
    const moment = String(Math.max(0, Math.floor((nowMs - FIRST_MS) / 100))).padStart(9, '0')
    const chance = String(Math.floor(Math.random() * 100)).padStart(2, '0')
    this.#target = target
    this.#stem = `${target.referencePrefix ?? 'SHOP'}:${moment}${chance}`
  }

  next(): string {
    this.#made += 1
    return writtenWithin(this.#stem + String(this.#made).padStart(3, '0'), this.#target.profile)
  }

  /** True if the service accepts this reference, according to the profile. */
  isTaken(reference: string): boolean {
    return isWithinLimits(reference, this.#target.profile)
  }
}
