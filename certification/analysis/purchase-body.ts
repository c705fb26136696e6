import { listed } from '../../contract/text/listed.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import { REDACTED } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { isObject } from '../../contract/wire/json-pointer.ts'
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
    const { request } = purchase.exchange
    const [kind, words] = (request.body !== null && problemOf(request, request.body)) || []
    return kind === undefined || words === undefined ? [] : [{ purchase, kind, words }]
  })
}

const FIELDS: readonly string[] = ['partnerReference', 'sku']
/** Around two names and two values. */
const QUOTES = 8

/** What is wrong with a purchase, as it was sent; undefined where nothing is. */
function problemOf(
  { target, headers }: Exchange['request'],
  body: string,
): readonly [Misshapen['kind'], words: string] | undefined {
  // A purchase has no query parameters. A key among them breaks another clause.
  const [, query = ''] = target.split('?')
  const parameters = query.split('&').filter((one) => one !== '' && !one.includes(REDACTED))
  if (parameters.length > 0) return ['query', `The purchase was sent with a query, ${quoted(parameters)}.`]
  const document = parseJson(body)
  if (document === undefined) return ['not-json', 'The body of the purchase is not JSON.']
  if (!isObject(document)) return ['not-json', 'The body of the purchase is not a JSON object.']
  const extra = Object.keys(document).filter((name) => !FIELDS.includes(name))
  const missing = FIELDS.filter((field) => !Object.hasOwn(document, field)).join(' and ')
  const has = `The body of the purchase has ${quoted(extra)}`
  if (extra.length > 0 && missing === '') return ['more-fields', `${has} in addition to the two fields.`]
  if (extra.length > 0) return ['other-shape', `${has}, and lacks ${missing}.`]
  if (missing !== '') return ['not-filled', `The body of the purchase lacks ${missing}.`]
  const odd = FIELDS.find((field) => !/\S/.test(typeof document[field] === 'string' ? document[field] : ''))
  if (odd !== undefined)
    return ['not-filled', `In the body of the purchase, ${odd} is not a string, or blank.`]
  // An object that was parsed as two strings has eight quotes around them, unless it contains a member twice: a parser keeps the
  // last of the members with one name, and hides the others (RFC 8259, section 4).
  if (body.replace(/\\./gs, '').split('"').length - 1 !== QUOTES)
    return ['twice', 'The body of the purchase contains a member twice.']
  const type = headers['content-type']
  if (type === undefined) return ['media-type', 'No Content-Type says that the body of the purchase is JSON.']
  if (/^\s*application\/json\s*(?:;|$)/i.test(type)) return undefined
  const shown = JSON.stringify(type.slice(0, 60))
  return ['media-type', `The Content-Type of the purchase is ${shown}, not application/json.`]
}

function quoted(names: readonly string[]): string {
  const shown = names.map((name) => JSON.stringify(name.slice(0, 40)))
  return listed(shown, 3)
}
