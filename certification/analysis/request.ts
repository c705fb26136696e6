import type { Profile } from '../../contract/profile/profile.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { parameterOf, parsePathTemplate } from '../../contract/wire/path-template.ts'
import { type Answer, type Position, parsedJson, readAnswer } from './order-answer.ts'

/** A purchase or a lookup, with its content and its answer. */
export type OrderRequest = {
  /** A purchase sent, or a lookup: the summary of each answer has its own position. */
  readonly kind: Position
  readonly exchange: Exchange
  readonly arrivedMs: number
  /** Undefined when the request contains none that is a string. */
  readonly reference: string | undefined
  readonly sku: string | undefined
  readonly answer: Answer
}

/** The request about an order that an exchange holds; undefined where it is about something else. */
export function readOrderRequest(exchange: Exchange, profile: Profile): OrderRequest | undefined {
  const { operation, arrivedMs } = exchange
  if (operation === 'createOrder') {
    const { partnerReference, sku } = fieldsOf(exchange.request.body)
    const answer = readAnswer(exchange, 'purchase', profile)
    return {
      kind: 'purchase',
      exchange,
      arrivedMs,
      reference: text(partnerReference),
      sku: text(sku),
      answer,
    }
  }
  if (operation !== 'lookupOrder') return undefined
  const reference =
    exchange.order?.partnerReference ?? referenceIn(exchange.request.target, profile.lookup.path)
  const answer = readAnswer(exchange, 'lookup', profile)
  return { kind: 'lookup', exchange, arrivedMs, reference, sku: exchange.order?.sku, answer }
}

function fieldsOf(body: string | null): { readonly partnerReference?: unknown; readonly sku?: unknown } {
  const document = parsedJson(body ?? '')
  return typeof document === 'object' && document !== null ? document : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * The value of the one parameter of a path template in the target of a request; counted from the end, since the base
 * URL may contain a path.
 */
export function referenceIn(target: string, template: string): string | undefined {
  const asked = parsePathTemplate(target)
  const wanted = parsePathTemplate(template)
  const name = wanted.query.find(([, value]) => parameterOf(value) !== undefined)?.[0]
  if (name !== undefined) return decoded(asked.query.find(([key]) => key === name)?.[1]?.replaceAll('+', ' '))
  const fromEnd = wanted.segments.toReversed().findIndex((segment) => parameterOf(segment) !== undefined)
  return decoded(asked.segments.at(-1 - fromEnd))
}

/** A part of a URL without its escapes; as it is where they can't be read. */
export function decoded(part: string | undefined): string | undefined {
  if (part === undefined) return undefined
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
