import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { JudgedServer } from './broken-server.ts'
import { CELLS, KEY_CELLS } from './cells/cells.ts'
import { OTHER_SERVERS } from './matrix.ts'
import { composed } from './weather/weather.ts'

/** A server that breaks two clauses. */
export type BrokenTwice = JudgedServer & { readonly breaks: readonly [ServerClauseId, ServerClauseId] }

const SEEN_BY_DEFAULT = [...CELLS, ...KEY_CELLS, ...OTHER_SERVERS].filter(
  ({ detection }) => detection.seenBy === 'default',
)

/**
 * The names of two broken servers, neither of which hides the other from a default run. The second stands behind the
 * first, which forwards purchases without their client: only the first can wait for a client timeout.
 */
const NAMES = [
  ['the balance stands beside data', 'refuses with 409: its replay'],
  ['the data of a ping is an array', 'the balance fails'],
  ['a price answers without a body', 'never settles: always'],
  ['the data of a lookup is null', 'ping says up'],
  ['the catalogue is a bare array once a card was bought', 'merges two purchases: the second order'],
  ['purchase: no envelope: its replay', 'getBalance is served, key: none'],
  ['ping says up', 'buys again: its replay'],
  ['ping is not there', 'one sku is a number'],
  ['ping fails', 'one product is a bare sku'],
  [
    'ping says degraded once a card was bought',
    'not found, and not taken again: after an early client timeout',
  ],
  ['the mode is LIVE once a card was bought', 'purchase: flat: always'],
  ['ping has no mode', 'the balance is served to a key with a character more'],
  ['the mode is LIVE', 'no price is found'],
  ['one product has no sku', 'pollAfterSeconds missing: always'],
  ['one sku is empty', 'the balance fails'],
  ['one product has no sku once a card was bought', 'takes the money again, same answer: its replay'],
  ['no price is found', 'back to PROCESSING: the 2nd poll'],
  ['one price is missing', 'createOrder is served, key: unknown'],
  ['the balance is not there', 'refuses with 404: its replay'],
  ['the balance fails once a card was bought', 'lookup: forgets the order: past a second'],
  ['a purchase needs a third field', 'ping is served, key: blocked'],
  ['a purchase needs a third field', 'the balance stands beside data'],
  ['lookup: flat: the 1st poll', 'purchase: nested once more: its replay'],
  ['purchase: elsewhere: its replay', 'pollAfterSeconds a text: always'],
  ['lookup: nested as a purchase: always', 'refuses with 500: its replay'],
  ['lookup: answers another order: always', 'getBalance is served, key: malformed'],
  ['it keeps 32 characters of a reference', 'takes the money again, same answer: the 2nd mention'],
  ['pollAfterSeconds missing: always', 'refuses a new reference with 409: the same card again'],
  ['back to PROCESSING: a later order', 'merges two purchases: differs in case alone'],
  ['lookup: forgets the order: the 2nd poll', 'merges two purchases: the same card at the same moment'],
  ['not found, and bought again: after an early client timeout', 'back to PROCESSING: past a second'],
  ['not found, and not taken again: after a late client timeout', 'pollAfterSeconds a text: the 1st poll'],
  ['lookupOrder is served, key: none', 'refuses with 409: after an early client timeout, once looked up'],
  ['lookupOrder is served, key: unknown', 'buys again: after a late client timeout, once looked up'],
  ['never settles: always', 'takes the money again, same answer: its replay'],
  ['a known body is answered without a key', 'never settles: the first order'],
  ['getBalance is served, key: blocked', 'lookup: elsewhere: past a second'],
  ['lookupOrder is served, key: blocked', 'a purchase without a valid key is refused, and charged'],
] as const

/** Servers that break two clauses at the same time. */
export const PAIRS: readonly BrokenTwice[] = NAMES.map(([outer, inner]) => {
  const [one, other] = [aloneBy(outer), aloneBy(inner)]
  return {
    name: `${outer}; and ${inner}`,
    change: composed(one.change, other.change),
    breaks: [one.breaks, other.breaks],
  }
})

function aloneBy(name: string) {
  const found = SEEN_BY_DEFAULT.find((server) => server.name === name)
  if (found === undefined) throw new Error(`A default run sees no broken server called "${name}".`)
  return found
}
