import { InvalidArgumentError } from 'commander'
import { isTestKey, TEST_KEY_PREFIX } from '../../contract/wire/auth.ts'
import { InputError } from '../io.ts'

/** `fits` says what a text must be. @throws {InvalidArgumentError} where it is not; so do all readers below. */
function meant<Value>(value: Value | undefined, fits: string): Value {
  if (value !== undefined) return value
  throw new InvalidArgumentError(`It must be ${fits}.`)
}

function textLike(text: string, pattern: RegExp, fits: string): string {
  return meant(pattern.exec(text)?.[0], fits)
}

function numberIn(text: string, pattern: RegExp, least: number, most: number): number | undefined {
  const value = pattern.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : undefined
}

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => meant(numberIn(text, /^\d+$/, least, most), `a whole number from ${least} to ${most}`)
}

const LEAST_SPEED = 0.001
const MOST_SPEED = 100_000

export function factor(text: string): number {
  const value = numberIn(text, /^\d+(?:\.\d+)?$/, LEAST_SPEED, MOST_SPEED)
  return meant(value, `a number from ${LEAST_SPEED} to ${MOST_SPEED}`)
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Reads a time, in milliseconds. */
export function duration(text: string): number {
  const [, number, unit = ''] = /^(\d{1,5})([smhd])$/.exec(text) ?? []
  const value = number === undefined ? undefined : Number(number) * (UNITS_MS[unit] ?? 0)
  return meant(value, 'a number with its unit, such as 90s, 30m, 12h or 7d')
}

export function prefixText(text: string): string {
  return textLike(text, /^[A-Za-z\d-]{1,20}$/, '1 to 20 letters, digits or hyphens, such as SHOP')
}

export function nameText(text: string): string {
  return textLike(text.trim(), /^.{1,120}$/s, 'a name of 1 to 120 characters')
}

/** @throws {InputError} for any other text, which is not repeated, as it would be in an InvalidArgumentError. */
export function testKey(text: string): string {
  if (isTestKey(text)) return text
  throw new InputError(
    `--key: a TEST key begins with ${TEST_KEY_PREFIX}, and holds letters, digits, _ and - alone.`,
  )
}

/** The words that give some options again, as they were given. */
export function keptWords<Options extends object>(
  options: Options,
  names: readonly (keyof Options & string)[],
): readonly string[] {
  return names.flatMap((name) => {
    const value: unknown = options[name]
    if (value === undefined || value === false) return []
    return value === true ? [flagOf(name)] : [flagOf(name), String(value)]
  })
}

/** An option as it is written, by its name in the program: `--max-age` for `maxAge`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
