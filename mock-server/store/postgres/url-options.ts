import { StoreError } from '../store.ts'
import type { PostgresOptions } from './options.ts'

type Limits = readonly [least: number, most: number]

/** The options that a URL can have in addition to the address of the database, with their limits. */
const IN_URL = {
  poolSize: [3, 1_000],
  connectionTimeoutMs: [1, 600_000],
  statementTimeoutMs: [1, 600_000],
  idleMs: [1, 86_400_000],
} as const satisfies Partial<Record<keyof PostgresOptions, Limits>>

/**
 * The options in the query of a database's URL, for callers that give only a URL.
 *
 * @param written what was read of it.
 *
 * @throws {StoreError} for one that is no whole number within its limits.
 *
 * @example
 * optionsInUrl(databaseAddress('postgres://mock@db.internal/mock?poolSize=20').written) // { poolSize: 20 }
 */
export function optionsInUrl(written: Readonly<Record<string, unknown>>): PostgresOptions {
  return Object.fromEntries(
    Object.entries(IN_URL).flatMap(([name, limits]) => {
      const text = written[name]
      return text === undefined ? [] : [[name, wholeNumber(name, String(text), limits)]]
    }),
  )
}

function wholeNumber(name: string, text: string, [least, most]: Limits): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new StoreError(
    `--store: found ${name}=${JSON.stringify(text.slice(0, 20))} in the URL, expected a whole number from ${least} to ${most}.`,
  )
}
