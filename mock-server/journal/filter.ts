import { quotedValue } from '../../contract/text/schema-errors.ts'
import type { DeliveryOutcome, Exchange, OrderEffect } from '../../contract/wire/exchange.ts'
import { DELIVERY_OUTCOMES, ORDER_EFFECTS } from '../../contract/wire/exchange-values.ts'
import { OPERATION_IDS, type OperationId } from '../../contract/wire/operations.ts'

/** Selects exchanges of a journal: those that match every given member. */
export type JournalFilter = {
  /** The id of a partner, as `partnerOf(key)` names it. */
  readonly partner?: string | undefined
  readonly operation?: OperationId | undefined
  readonly partnerReference?: string | undefined
  readonly sku?: string | undefined
  /** What became of a purchase: it was `recorded`, `replayed`, or neither. */
  readonly effect?: OrderEffect | undefined
  /** How much of the answer was delivered. */
  readonly delivery?: DeliveryOutcome | undefined
  readonly status?: number | undefined
  /** Only exchanges after this one. */
  readonly afterSeq?: number | undefined
}

const FACTS: { readonly [Name in keyof JournalFilter]-?: (exchange: Exchange) => unknown } = {
  partner: ({ partner }) => partner,
  operation: ({ operation }) => operation,
  partnerReference: ({ order }) => order?.partnerReference,
  sku: ({ order }) => order?.sku,
  effect: ({ order }) => order?.effect,
  delivery: ({ delivery }) => delivery?.outcome,
  status: ({ response }) => response?.status,
  afterSeq: ({ seq }) => seq,
}

const VALUES = { operation: OPERATION_IDS, effect: ORDER_EFFECTS, delivery: DELIVERY_OUTCOMES }

/** @throws {RangeError} for a filter that no exchange can match. */
export function checked(filter: JournalFilter): JournalFilter {
  for (const [name, values] of Object.entries(VALUES)) {
    const asked = filter[name as keyof typeof VALUES]
    if (asked !== undefined && !values.some((one) => one === asked))
      throw new RangeError(
        `No exchange has the ${name} ${quotedValue(asked)}: it is one of ${values.join(', ')}.`,
      )
  }
  return filter
}

export function matches(exchange: Exchange, { afterSeq, ...facts }: JournalFilter): boolean {
  if (afterSeq !== undefined && exchange.seq <= afterSeq) return false
  const asked = Object.entries(facts) as [keyof typeof facts, unknown][]
  return asked.every(([name, value]) => value === undefined || FACTS[name](exchange) === value)
}
