import type { Answer } from './answer.ts'

/** An answer about an order of this run: to a purchase under its reference, or to its lookup. */
export type LoggedAnswer = {
  readonly reference: string
  readonly kind: 'purchase' | 'lookup'
  /** Whether a purchase under this reference had been sent before. */
  readonly isRepeat: boolean
  readonly answer: Answer
}

/** Every answer about the orders of one run, in order of arrival, for checks that look at the whole run. */
export class OrderLog {
  readonly #answers: LoggedAnswer[] = []
  readonly #bought = new Set<string>()

  /** Records that a purchase or a lookup is sent. Returns a function that records the answer. */
  send(kind: LoggedAnswer['kind'], reference: string): (answer: Answer) => void {
    const isRepeat = this.#bought.has(reference)
    if (kind === 'purchase') this.#bought.add(reference)
    return (answer) => {
      this.#answers.push({ reference, kind, isRepeat, answer })
    }
  }

  get all(): readonly LoggedAnswer[] {
    return this.#answers
  }

  /** Every answer by the reference of its order. Orders are sorted by their first answer. */
  get byOrder(): ReadonlyMap<string, readonly LoggedAnswer[]> {
    return Map.groupBy(this.#answers, ({ reference }) => reference)
  }
}
