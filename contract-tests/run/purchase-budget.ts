import { NotObserved } from '../analysis/verdict-errors.ts'
import { PURCHASE_STEPS, type PurchaseStepName } from './purchase-plan.ts'

/**
 * The budget of a run: how many purchases it may send. Every request that could buy counts, also an identical body and
 * a retry: a broken server may sell a card for each.
 */
export class PurchaseBudget {
  readonly limit: number
  #reserved = 0
  #sent = 0

  constructor(limit: number) {
    this.limit = limit
  }

  /** How many purchases were sent. */
  get sent(): number {
    return this.#sent
  }

  /** Whether the rest of the budget covers the whole step. */
  covers(name: PurchaseStepName): boolean {
    return this.#reserved + PURCHASE_STEPS[name].sends <= this.limit
  }

  /**
   * Reserves what a step may send.
   *
   * @throws {NotObserved} when the budget does not cover the whole step: then nothing of it is sent.
   */
  reserve(name: PurchaseStepName): void {
    const { title, sends } = PURCHASE_STEPS[name]
    if (!this.covers(name)) {
      const left = this.limit - this.#reserved
      throw new NotObserved(
        `Not sent: ${title} needs ${sends} of the budget, which has ${left} of ${this.limit} left. Raise --max-purchases.`,
      )
    }
    this.#reserved += sends
  }

  /** Counts a purchase that is about to be sent. A purchase that no step has reserved is a fault of the kit. */
  spend(): void {
    if (this.#sent >= this.#reserved)
      throw new Error('A purchase was about to be sent that no step had reserved.')
    this.#sent += 1
  }
}
