import { InvalidArgumentError } from 'commander'

const LEAST_SPEED = 0.001
const MOST_SPEED = 100_000

/**
 * Reads a whole number from a command line.
 *
 * @throws {InvalidArgumentError} for another text, and for a number out of bounds.
 */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

/**
 * Reads how fast time is to run.
 *
 * @throws {InvalidArgumentError} for a text that is no such factor.
 */
export function factor(text: string): number {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (value >= LEAST_SPEED && value <= MOST_SPEED) return value
  throw new InvalidArgumentError(`It must be a number from ${LEAST_SPEED} to ${MOST_SPEED}.`)
}
