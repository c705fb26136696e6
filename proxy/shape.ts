import type { Profile } from '../contract/profile/profile.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import { SUMMARY_AT } from '../contract/wire/exchange-facts.ts'
import { childPointer, isObject } from '../contract/wire/json-pointer.ts'
import type { Redactor } from '../mock-server/journal/redact-request.ts'
import type { CompleteAnswer } from '../mock-server/message/answer.ts'
import { type Answer, pairsOf } from './upstream.ts'

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

/** Headers of an answer as they are recorded: of those that may hold data, that they were there. */
function shapedHeaders(headers: readonly string[], redact: Redactor): Record<string, string> {
  const shaped: Record<string, string> = {}
  for (const [given, value] of pairsOf(headers)) {
    const name = given.toLowerCase()
    if (name !== '__proto__') shaped[redact(name)] = PLAIN_HEADERS.test(name) ? redact(value) : '(string)'
  }
  return shaped
}

/** Writes an answer down without the secrets of its request; one of the target, without members that the reference does not name. */
export type AnswerRecorder = (answer: Answer, redact: Redactor) => CompleteAnswer

/** Makes such a function for a profile. The same answer to requests with the same secrets is written down once. */
export function answerRecorder(profile: Profile): AnswerRecorder {
  const shape = shaperOf(profile)
  const known = new WeakMap<Answer, { readonly redact: Redactor; readonly made: CompleteAnswer }>()
  return (answer, redact) => {
    const found = known.get(answer)
    if (found?.redact === redact) return found.made
    const { status, headers, text, isOfTarget } = answer
    const body = redact(isOfTarget ? shape(text) : text)
    const made = { status, headers: shapedHeaders(headers, redact), body }
    known.set(answer, { redact, made })
    return made
  }
}
