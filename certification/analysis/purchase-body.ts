import { parseJson } from '../../contract/text/parse-json.ts'
import { REDACTED } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { OrderExchange } from './request.ts'

/** Why a purchase is not a JSON object of its two fields, sent as such. */
export type BodyProblem = {
  readonly kind: 'query' | 'not-json' | 'other-shape' | 'more-fields' | 'not-filled' | 'twice' | 'media-type'
  readonly words: string
}

const FIELDS = ['partnerReference', 'sku'] as const
/** Around two names and two values. */
const QUOTES = 8

/** What is wrong with a purchase, as it was sent; undefined where nothing is. */
function bodyProblemOf({ request }: Exchange): BodyProblem | undefined {
  const parameters = parametersOf(request.target)
  if (parameters.length > 0)
    return { words: `The purchase was sent with a query, ${listed(parameters)}.`, kind: 'query' }
  const document = parseJson(request.body ?? '')
  if (document === undefined) return { words: 'The body of the purchase is not JSON.', kind: 'not-json' }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return { words: 'The body of the purchase is not a JSON object.', kind: 'not-json' }
  const fields = new Map<string, unknown>(Object.entries(document))
  const extra = [...fields.keys()].filter((name) => !FIELDS.some((field) => field === name))
  const missing = FIELDS.filter((field) => !fields.has(field)).join(' and ')
  if (extra.length > 0 && missing !== '')
    return {
      words: `The body of the purchase has ${listed(extra)}, and lacks ${missing}.`,
      kind: 'other-shape',
    }
  if (extra.length > 0)
    return {
      words: `The body of the purchase has ${listed(extra)} in addition to the two fields.`,
      kind: 'more-fields',
    }
  if (missing !== '') return { words: `The body of the purchase lacks ${missing}.`, kind: 'not-filled' }
  const odd = FIELDS.find((field) => !isFilled(fields.get(field)))
  if (odd !== undefined)
    return { words: `In the body of the purchase, ${odd} is not a string, or blank.`, kind: 'not-filled' }
  if (repeatsMember(request.body ?? ''))
    return { words: 'The body of the purchase contains a member twice.', kind: 'twice' }
  const words = mediaTypeProblem(request.headers['content-type'])
  return words === undefined ? undefined : { words, kind: 'media-type' }
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
/** A purchase that is not a JSON object of its two fields. */
export type Misshapen = { readonly purchase: OrderExchange; readonly problem: BodyProblem }

/** The purchases whose bodies were recorded and are not as the reference has them. */
export function misshapenIn(purchases: readonly OrderExchange[]): readonly Misshapen[] {
  return purchases.flatMap((purchase): Misshapen[] => {
    const problem = purchase.exchange.request.body === null ? undefined : bodyProblemOf(purchase.exchange)
    return problem === undefined ? [] : [{ purchase, problem }]
  })
}
