import type { Profile } from '../../contract/profile/profile.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { decodePart, parameterOf, parsePathTemplate } from '../../contract/wire/path-template.ts'
import { type OrderAnswer, type Position, readAnswer } from './order-answer.ts'

/** A purchase or a lookup, with its content and its answer. */
export type OrderExchange = {
  /** A purchase sent, or a lookup: the summary of each answer has its own position. */
  readonly kind: Position
  readonly exchange: Exchange
  readonly arrivedMs: number
  /** Undefined when the request contains none that is a string. */
  readonly reference: string | undefined
  readonly sku: string | undefined
  readonly answer: OrderAnswer
}

/** The request about an order that an exchange holds; undefined where it is about something else. */
export function readOrderRequest(exchange: Exchange, profile: Profile): OrderExchange | undefined {
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
  const document = parseJson(body ?? '')
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
  const fromEnd = wanted.segments.toReversed().findIndex((segment) => parameterOf(segment) !== undefined)
  const part =
    name === undefined
      ? asked.segments.at(-1 - fromEnd)
      : asked.query.find(([key]) => key === name)?.[1]?.replaceAll('+', ' ')
  return part === undefined ? undefined : decodePart(part)
}
