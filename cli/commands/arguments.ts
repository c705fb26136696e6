import { InvalidArgumentError } from 'commander'
import { isTestKey, TEST_KEY_PREFIX } from '../../contract/wire/auth.ts'
import { parseBlock } from '../../fixtures/ip-address.ts'
import { InputError } from '../terminal/input-error.ts'

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
 * Reads a seed.
 *
 * @throws {InvalidArgumentError} for another text.
 */
export function hexSeed(text: string): string {
  if (/^[\da-f]{1,8}$/i.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('It must be 1 to 8 hexadecimal digits, such as the seed of a report.')
}

/**
 * Reads what references begin with.
 *
 * @throws {InvalidArgumentError} for another text.
 */
export function prefixText(text: string): string {
  if (/^[A-Za-z\d-]{1,20}$/.test(text)) return text
  throw new InvalidArgumentError('It must be 1 to 20 letters, digits or hyphens, such as SHOP.')
}

const LONGEST_NAME = 120

/**
 * Reads what something is called.
 *
 * @throws {InvalidArgumentError} for a text that is empty, or too long to be a name.
 */
export function nameText(text: string): string {
  const name = text.trim()
  if (name !== '' && name.length <= LONGEST_NAME) return name
  throw new InvalidArgumentError(`It must be a name of 1 to ${LONGEST_NAME} characters.`)
}

/**
 * Reads a TEST key that a mock of this kit is to accept.
 *
 * @throws {InputError} for any other text. The text is not repeated, as it would be in an InvalidArgumentError.
 */
export function testKey(text: string): string {
  if (isTestKey(text)) return text
  throw new InputError(
    `--key: a TEST key begins with ${TEST_KEY_PREFIX}, and holds letters, digits, _ and - alone.`,
  )
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Reads a time, in milliseconds.
 *
 * @throws {InvalidArgumentError} for any other text.
 */
export function duration(text: string): number {
  const [, number, unit = ''] = /^(\d{1,5})([smhd])$/.exec(text) ?? []
  if (number !== undefined) return Number(number) * (UNITS_MS[unit] ?? 0)
  throw new InvalidArgumentError('It must be a number with its unit, such as 90s, 30m, 12h or 7d.')
}

/**
 * Reads one more address, or CIDR block, of a list.
 *
 * @throws {InvalidArgumentError} for any other text.
 */
export function addressBlocks(text: string, before: readonly string[] = []): readonly string[] {
  if (parseBlock(text) !== undefined) return [...before, text]
  throw new InvalidArgumentError('It must be an address or a CIDR block, such as 203.0.113.7 or 10.0.0.0/8.')
}

/**
 * Reads the name of an image with its digest: a tag alone may be another image tomorrow.
 *
 * @throws {InvalidArgumentError} for any other text.
 */
export function imageName(text: string): string {
  if (/^[\w.:/-]{1,200}@sha256:[0-9a-f]{64}$/.test(text)) return text
  throw new InvalidArgumentError(
    'It must be an image with its digest, such as registry.example/client@sha256:….',
  )
}

/**
 * Refuses a seed on the command line.
 *
 * @throws {InputError} in any case: the client could read it there, and a number can be guessed.
 */
export function refuseSeed(): never {
  throw new InputError(
    '--seed: a client could read it on the command line, and guess a number. All cards are named by 128 random bits; to name them again as in another run, put the seed of its report in a file: --seed-file FILE, or - for standard input.',
  )
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
