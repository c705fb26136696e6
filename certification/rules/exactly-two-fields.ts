import { REDACTED } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { parsedJson } from '../analysis/order-answer.ts'
import { broken, type Finding, kept, notObserved } from '../finding.ts'

const FIELDS = ['partnerReference', 'sku'] as const
/** Around two names and two values. */
const QUOTES = 8

/** §4: the body of a purchase is JSON, contains its two fields, both strings, and no others. */
export function exactlyTwoFields({ purchases }: Analysis): Finding {
  const read = purchases.map(({ exchange }) => exchange).filter(({ request }) => request.body !== null)
  const [first] = read
  if (first === undefined) return notObserved('No purchase with a readable body was sent.')
  const wrong = read.flatMap((exchange) => {
    const problem = problemOf(exchange)
    return problem === undefined ? [] : [{ exchange, problem }]
  })
  const [worst] = wrong
  if (worst === undefined) return kept({ evidence: [first] })
  return broken(`${worst.problem} A purchase is a JSON object of partnerReference and sku, both strings.`, {
    breaks: wrong.map(({ exchange }) => exchange),
  })
}

function problemOf({ request }: Exchange): string | undefined {
  const parameters = parametersOf(request.target)
  if (parameters.length > 0) return `The purchase was sent with a query, ${listed(parameters)}.`
  const document = parsedJson(request.body ?? '')
  if (document === undefined) return 'The body of the purchase is not JSON.'
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return 'The body of the purchase is not a JSON object.'
  const fields = new Map<string, unknown>(Object.entries(document))
  const extra = [...fields.keys()].filter((name) => !FIELDS.some((field) => field === name))
  if (extra.length > 0) return `The body of the purchase has ${listed(extra)} in addition to the two fields.`
  const missing = FIELDS.find((field) => !fields.has(field))
  if (missing !== undefined) return `The body of the purchase lacks ${missing}.`
  const odd = FIELDS.find((field) => !isFilled(fields.get(field)))
  if (odd !== undefined) return `In the body of the purchase, ${odd} is not a string, or blank.`
  if (repeatsMember(request.body ?? '')) return 'The body of the purchase contains a member twice.'
  return mediaTypeProblem(request.headers['content-type'])
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
