import { listed } from '../../contract/text/listed.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import { REDACTED } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { OrderExchange } from './request.ts'

/** A purchase that is not a JSON object of its two fields, sent as such. */
export type Misshapen = {
  readonly purchase: OrderExchange
  readonly kind: 'query' | 'not-json' | 'other-shape' | 'more-fields' | 'not-filled' | 'twice' | 'media-type'
  readonly words: string
}

/** The purchases whose bodies were recorded and are not as the reference has them. */
export function misshapenIn(purchases: readonly OrderExchange[]): readonly Misshapen[] {
  return purchases.flatMap((purchase): Misshapen[] => {
    const { body } = purchase.exchange.request
    const [kind, words] = (body !== null && problemOf(purchase.exchange, body)) || []
    return kind === undefined || words === undefined ? [] : [{ purchase, kind, words }]
  })
}

const FIELDS = ['partnerReference', 'sku'] as const
/** Around two names and two values. */
const QUOTES = 8

/** What is wrong with a purchase, as it was sent; undefined where nothing is. */
function problemOf(
  { request: { target, headers } }: Exchange,
  body: string,
): readonly [Misshapen['kind'], words: string] | undefined {
  const query = parametersOf(target)
  if (query.length > 0) return ['query', `The purchase was sent with a query, ${quoted(query)}.`]
  const document = parseJson(body)
  if (document === undefined) return ['not-json', 'The body of the purchase is not JSON.']
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return ['not-json', 'The body of the purchase is not a JSON object.']
  const fields = new Map<string, unknown>(Object.entries(document))
  const extra = [...fields.keys()].filter((name) => !FIELDS.some((field) => field === name))
  const missing = FIELDS.filter((field) => !fields.has(field)).join(' and ')
  const has = `The body of the purchase has ${quoted(extra)}`
  if (extra.length > 0 && missing === '') return ['more-fields', `${has} in addition to the two fields.`]
  if (extra.length > 0) return ['other-shape', `${has}, and lacks ${missing}.`]
  if (missing !== '') return ['not-filled', `The body of the purchase lacks ${missing}.`]
  const odd = FIELDS.find((field) => !isFilled(fields.get(field)))
  if (odd !== undefined)
    return ['not-filled', `In the body of the purchase, ${odd} is not a string, or blank.`]
  if (quotesIn(body) !== QUOTES) return ['twice', 'The body of the purchase contains a member twice.']
  const type = headers['content-type']
  if (/^\s*application\/json\s*(?:;|$)/i.test(type ?? '')) return undefined
  return [
    'media-type',
    type === undefined
      ? 'No Content-Type says that the body of the purchase is JSON.'
      : `The Content-Type of the purchase is ${JSON.stringify(type.slice(0, 60))}, not application/json.`,
  ]
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
