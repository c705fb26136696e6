import type { Exchange } from '../../contract/wire/exchange.ts'

/** Which exchanges of a journal are meant: those that agree with everything that is given. */
export type JournalFilter = {
  readonly partner?: string | undefined
  readonly operation?: string | undefined
  readonly partnerReference?: string | undefined
  readonly sku?: string | undefined
  readonly effect?: string | undefined
  readonly delivery?: string | undefined
  readonly status?: number | undefined
  /** Only what came after this one. */
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

/** Whether an exchange is one of those that a filter means. */
export function matches(exchange: Exchange, { afterSeq, ...facts }: JournalFilter): boolean {
  if (afterSeq !== undefined && exchange.seq <= afterSeq) return false
  const asked = Object.entries(facts) as [keyof typeof facts, unknown][]
  return asked.every(([name, value]) => value === undefined || FACTS[name](exchange) === value)
}
