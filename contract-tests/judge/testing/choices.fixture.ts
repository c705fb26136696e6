/** Decisions of a generator, each from one number in [0, 1): of a source that gives zeros, always the plainest. */
export class Choices {
  /** The numbers that were drawn: a history can be made again from them, or from fewer. */
  readonly drawn: number[] = []
  readonly #draw: () => number

  constructor(draw: () => number) {
    this.#draw = draw
  }

  readonly real = (): number => {
    const number = this.#draw()
    this.drawn.push(number)
    return number
  }
  /** A whole number from 0 to the greatest. */
  readonly whole = (greatest: number): number => Math.floor(this.real() * (greatest + 1))
  readonly chance = (share: number): boolean => this.real() >= 1 - share
  readonly pick = <Value>(values: readonly Value[]): Value => values[this.whole(values.length - 1)] as Value
}
