import { parseJson } from '../../contract/text/parse-json.ts'
import { REDACTED } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { type Advice, broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

const FIELDS = ['partnerReference', 'sku'] as const
/** Around two names and two values. */
const QUOTES = 8

/** §4: the body of a purchase is JSON, contains its two fields, both strings, and no others. */
export function exactlyTwoFields({ purchases }: Analysis): RuleFinding {
  const read = purchases.map(({ exchange }) => exchange).filter(({ request }) => request.body !== null)
  const [first] = read
  if (first === undefined) return notObserved('No purchase with a readable body was sent.')
  const wrong = read.flatMap((exchange) => {
    const problem = problemOf(exchange)
    return problem === undefined ? [] : [{ exchange, ...problem }]
  })
  const [worst] = wrong
  if (worst === undefined) return kept({ evidence: [first] })
  return broken(`${worst.words} A purchase is a JSON object of partnerReference and sku, both strings.`, {
    breaks: wrong.map(({ exchange }) => exchange),
    advice: worst.advice ?? {},
  })
}

/** Without advice, that of the clause fits: it is about fields that should not be there. */
type Problem = { readonly words: string; readonly advice?: Advice }

const NOT_READABLE = 'The service cannot read the purchase, and refuses it: nothing is bought.'
const QUERY: Advice = {
  consequence: 'A service may refuse the purchase, or ignore the query.',
  cause: 'A parameter of the shop, or one for tracing, is added to every address.',
  remedy: 'Send the purchase to /orders without a query. All that it says is in its body.',
}
const NOT_JSON: Advice = {
  consequence: NOT_READABLE,
  cause: 'The body is built by joining texts, or sent as a form.',
  remedy:
    'Build the body with a JSON library from its two fields: JSON.stringify({ partnerReference, sku }).',
}
const OTHER_SHAPE: Advice = {
  consequence: NOT_READABLE,
  cause: 'The fields have other names, or are inside another object.',
}
const NOT_FILLED: Advice = {
  consequence: NOT_READABLE,
  cause: 'A value is missing in the order of the shop, or has another type there, such as a number.',
  remedy:
    'Send partnerReference and sku, both as strings that are not blank; stop before the purchase if one is missing.',
}
const TWICE: Advice = {
  consequence:
    'Of a member that is there twice, one service reads the first and another the last: it may be another card.',
  cause: 'The body is built by joining texts.',
  remedy:
    'Build the body with a JSON library from its two fields: JSON.stringify({ partnerReference, sku }).',
}
const MEDIA_TYPE: Advice = {
  consequence: 'A service may refuse a body that does not say that it is JSON.',
  cause: 'The HTTP library sets the type for a text or a form, and the client does not change it.',
  remedy: 'Send the header Content-Type: application/json with the purchase.',
}

function problemOf({ request }: Exchange): Problem | undefined {
  const parameters = parametersOf(request.target)
  if (parameters.length > 0)
    return { words: `The purchase was sent with a query, ${listed(parameters)}.`, advice: QUERY }
  const document = parseJson(request.body ?? '')
  if (document === undefined) return { words: 'The body of the purchase is not JSON.', advice: NOT_JSON }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return { words: 'The body of the purchase is not a JSON object.', advice: NOT_JSON }
  const fields = new Map<string, unknown>(Object.entries(document))
  const extra = [...fields.keys()].filter((name) => !FIELDS.some((field) => field === name))
  const missing = FIELDS.filter((field) => !fields.has(field)).join(' and ')
  if (extra.length > 0 && missing !== '')
    return {
      words: `The body of the purchase has ${listed(extra)}, and lacks ${missing}.`,
      advice: OTHER_SHAPE,
    }
  if (extra.length > 0)
    return { words: `The body of the purchase has ${listed(extra)} in addition to the two fields.` }
  if (missing !== '') return { words: `The body of the purchase lacks ${missing}.`, advice: NOT_FILLED }
  const odd = FIELDS.find((field) => !isFilled(fields.get(field)))
  if (odd !== undefined)
    return { words: `In the body of the purchase, ${odd} is not a string, or blank.`, advice: NOT_FILLED }
  if (repeatsMember(request.body ?? ''))
    return { words: 'The body of the purchase contains a member twice.', advice: TWICE }
  const words = mediaTypeProblem(request.headers['content-type'])
  return words === undefined ? undefined : { words, advice: MEDIA_TYPE }
}

/**
 * Whether the JSON text of a purchase contains a member twice: a parser keeps the last of the members with
 * one name, and hides the others (RFC 8259, section 4).
 *
 * @param text of an object that was parsed as two strings: its four strings are then all that are in it.
 */
function repeatsMember(text: string): boolean {
  let quotes = 0
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '"') quotes += 1
  }
  return quotes !== QUOTES
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function mediaTypeProblem(type: string | undefined): string | undefined {
  if (/^\s*application\/json\s*(?:;|$)/i.test(type ?? '')) return undefined
  return type === undefined
    ? 'No Content-Type says that the body of the purchase is JSON.'
    : `The Content-Type of the purchase is ${JSON.stringify(type.slice(0, 60))}, not application/json.`
}

/** A purchase has no query parameters. A key among them breaks another clause. */
function parametersOf(target: string): readonly string[] {
  const [, query = ''] = target.split('?')
  return query.split('&').filter((parameter) => parameter !== '' && !parameter.includes(REDACTED))
}

const NAMED = 3

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map((name) => JSON.stringify(name.slice(0, 40)))
  return names.length > NAMED ? `${shown.join(', ')} and ${names.length - NAMED} more` : shown.join(', ')
}
