import { listed } from '../../contract/text/listed.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import { REDACTED } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { OrderExchange } from './request.ts'

/** Why a purchase is not a JSON object of its two fields, sent as such. */
export type BodyProblem = {
  readonly kind: 'query' | 'not-json' | 'other-shape' | 'more-fields' | 'not-filled' | 'twice' | 'media-type'
  readonly words: string
}

/** A purchase that is not a JSON object of its two fields. */
export type Misshapen = BodyProblem & { readonly purchase: OrderExchange }

/** The purchases whose bodies were recorded and are not as the reference has them. */
export function misshapenIn(purchases: readonly OrderExchange[]): readonly Misshapen[] {
  return purchases.flatMap((purchase): Misshapen[] => {
    const { body } = purchase.exchange.request
    const problem = body === null ? undefined : bodyProblemOf(purchase.exchange, body)
    return problem === undefined ? [] : [{ purchase, ...problem }]
  })
}

const FIELDS = ['partnerReference', 'sku'] as const
/** Around two names and two values. */
const QUOTES = 8

/** What is wrong with a purchase, as it was sent; undefined where nothing is. */
function bodyProblemOf({ request: { target, headers } }: Exchange, body: string): BodyProblem | undefined {
  const query = parametersOf(target)
  if (query.length > 0)
    return { kind: 'query', words: `The purchase was sent with a query, ${quoted(query)}.` }
  const document = parseJson(body)
  if (document === undefined) return { kind: 'not-json', words: 'The body of the purchase is not JSON.' }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return { kind: 'not-json', words: 'The body of the purchase is not a JSON object.' }
  const fields = new Map<string, unknown>(Object.entries(document))
  const extra = [...fields.keys()].filter((name) => !FIELDS.some((field) => field === name))
  const missing = FIELDS.filter((field) => !fields.has(field)).join(' and ')
  const lacks = missing === '' ? '' : `lacks ${missing}`
  if (extra.length > 0)
    return lacks === ''
      ? {
          kind: 'more-fields',
          words: `The body of the purchase has ${quoted(extra)} in addition to the two fields.`,
        }
      : { kind: 'other-shape', words: `The body of the purchase has ${quoted(extra)}, and ${lacks}.` }
  if (lacks !== '') return { kind: 'not-filled', words: `The body of the purchase ${lacks}.` }
  const odd = FIELDS.find((field) => !isFilled(fields.get(field)))
  if (odd !== undefined)
    return { kind: 'not-filled', words: `In the body of the purchase, ${odd} is not a string, or blank.` }
  if (quotesIn(body) !== QUOTES)
    return { kind: 'twice', words: 'The body of the purchase contains a member twice.' }
  const words = mediaTypeProblem(headers['content-type'])
  return words === undefined ? undefined : { kind: 'media-type', words }
}

/**
 * How many quotes are around the texts of a JSON text. An object that was parsed as two strings has eight, unless it contains a
 * member twice: a parser keeps the last of the members with one name, and hides the others (RFC 8259, section 4).
 */
function quotesIn(text: string): number {
  return text.replace(/\\./gs, '').split('"').length - 1
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

function quoted(names: readonly string[]): string {
  return listed(
    names.map((name) => JSON.stringify(name.slice(0, 40))),
    3,
  )
}
