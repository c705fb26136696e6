import { TEST_KEY_PREFIX } from '../../contract/wire/auth.ts'
import { OPERATION_IDS, type OperationId } from '../../contract/wire/operations.ts'
import type { KeyUsed } from '../history/history.ts'
import type { Target } from '../run/target.ts'

export type OtherKey = { readonly used: KeyUsed; readonly value: string | null }

type Alteration = (key: string) => string

const otherThan = (character: string) => (character === 'x' ? 'y' : 'x')
const replaced = (key: string, at: number) => key.slice(0, at) + otherThan(key.charAt(at)) + key.slice(at + 1)

const middleOf = (key: string) => Math.floor((TEST_KEY_PREFIX.length + key.length) / 2)

const ALTERED = {
  // It does not have the prefix of §5.1 any more.
  start: (key) => replaced(key, 0),
  middle: (key) => replaced(key, middleOf(key)),
  end: (key) => replaced(key, key.length - 1),
  longer: (key) => `${key}0`,
  // Not at its end: partners may have keys of which one continues another.
  shorter: (key) => key.slice(0, middleOf(key)) + key.slice(middleOf(key) + 1),
} as const satisfies Record<string, Alteration>

type AlterationId = keyof typeof ALTERED

/** Which altered keys each operation is asked with: few, since a service may lock a caller out. */
const ASKED_WITH: Readonly<Record<OperationId, readonly AlterationId[]>> = {
  ping: ['start', 'end'],
  listProducts: ['start', 'middle'],
  getPrice: ['start', 'shorter'],
  getBalance: ['start', 'longer'],
  createOrder: ['start', 'middle'],
  lookupOrder: ['start', 'end'],
}

/** A key with fewer characters after its prefix may be another partner's as soon as one is changed. */
const LEAST_CHARACTERS = 12

/** The keys that an operation must not be served with, in the order in which they are tried. */
export function otherKeys(
  operation: OperationId,
  { apiKey, notAllowedKey, runId }: Target,
): readonly OtherKey[] {
  const isShort = apiKey.length < TEST_KEY_PREFIX.length + LEAST_CHARACTERS
  const altered = ASKED_WITH[operation].map((id): OtherKey => {
    const used = id === 'start' ? 'invalid' : 'nobody'
    if (!isShort) return { used, value: ALTERED[id](apiKey) }
    return { used, value: used === 'invalid' ? 'no-key-of-any-partner' : `${TEST_KEY_PREFIX}${id}${runId}` }
  })
  const blocked = notAllowedKey === undefined ? [] : [{ used: 'blocked', value: notAllowedKey } as const]
  return [{ used: 'none', value: null }, { used: 'invalid', value: '' }, ...altered, ...blocked]
}

/** All keys of a run that no partner has: they resemble its own, and are in no report either. */
export function alteredKeys(target: Target): readonly string[] {
  const values = OPERATION_IDS.flatMap((operation) => otherKeys(operation, target))
  return [...new Set(values.flatMap(({ value }) => value || []))]
}
