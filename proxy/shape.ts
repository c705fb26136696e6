import type { Profile } from '../contract/profile/profile.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import { SUMMARY_AT } from '../contract/wire/exchange-facts.ts'
import { childPointer, isObject } from '../contract/wire/json-pointer.ts'
import type { Redactor } from '../mock-server/journal/redact-request.ts'
import type { CompleteAnswer } from '../mock-server/message/answer.ts'

/** An answer, read whole and without the headers of its connection. */
export type Answer = {
  readonly status: number
  /** Names and values alternately. */
  readonly headers: readonly string[]
  readonly body: Buffer
  /** The body without its content codings. */
  readonly text: string
  /** As much of the text as may be recorded. */
  readonly kept: string
}

/** The members that the reference names, at the positions of §2 and §4.1. */
const NAMED = Object.values(SUMMARY_AT).flatMap((at) =>
  ['status', 'pollAfterSeconds', 'partnerReference', 'sku'].map((name) => `${at}/${name}`),
)

/** A name that a developer chose; others may be data. */
const NAME = /^[A-Za-z_$@][A-Za-z_$@-]{0,39}$/
const LONGEST_NAMED = 8_192

/**
 * Makes bodies of a profile's operations fit to be recorded: with the members that the reference names, and of all others
 * the types alone, since there may be card codes in them. What is no JSON becomes a note of its length.
 */
export function shaperOf({ ping, products, price, balance }: Profile): (text: string) => string {
  const own = [ping.status, ping.mode, price.amount, price.currency, balance.amount, balance.currency]
  const inArrays = [...own, `${products.pointer}/*/sku`].map(
    (one) => one?.replace(/\/\d+(?=\/|$)/g, '/*') ?? '',
  )
  const named = new Set([...NAMED, ...inArrays])
  return (text) => {
    if (text === '') return text
    const json = parseJson(text)
    return json === undefined
      ? `(${text.length} characters that are no JSON)`
      : JSON.stringify(shapeOf(json, '', named))
  }
}

function shapeOf(value: unknown, pointer: string, named: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, `${pointer}/*`, named))
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member], index) => [
      NAME.test(name) ? name : `(member ${index + 1})`,
      shapeOf(member, childPointer(pointer, name), named),
    ])
    return Object.fromEntries(members)
  }
  if (named.has(pointer)) return typeof value === 'string' ? value.slice(0, LONGEST_NAMED) : value
  if (typeof value === 'string') return '(string)'
  return typeof value === 'number' ? 0 : value
}

/** Response headers whose values are no data of a partner. */
const PLAIN_HEADERS =
  /^(?:age|allow|cache-control|content-encoding|content-language|content-length|content-type|date|retry-after|vary)$/

export type Given = Pick<Answer, 'status' | 'headers' | 'kept'>

/** The same answer to requests with the same secrets is written down once. */
const known = new WeakMap<Given, { readonly redact: Redactor; readonly made: CompleteAnswer }>()

/** An answer as it is recorded: without the secrets of its request, and of headers that may hold data, that they were there. */
export function recorded(answer: Given, redact: Redactor): CompleteAnswer {
  const found = known.get(answer)
  if (found?.redact === redact) return found.made
  const headers: Record<string, string> = {}
  for (const [given, value] of pairsOf(answer.headers)) {
    const name = given.toLowerCase()
    if (name !== '__proto__') headers[redact(name)] = PLAIN_HEADERS.test(name) ? redact(value) : '(string)'
  }
  const made = { status: answer.status, headers, body: redact(answer.kept) }
  known.set(answer, { redact, made })
  return made
}

/** Names and values of a list that has them alternately. */
export function pairsOf(list: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < list.length; at += 2) pairs.push([list[at] ?? '', list[at + 1] ?? ''])
  return pairs
}
