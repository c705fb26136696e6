import type { Exchange } from '../../contract/wire/exchange.ts'

/** Selects exchanges of a journal: those that match every given member. */
export type JournalFilter = {
  readonly partner?: string | undefined
  readonly operation?: string | undefined
  readonly partnerReference?: string | undefined
  readonly sku?: string | undefined
  readonly effect?: string | undefined
  readonly delivery?: string | undefined
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

export function matches(exchange: Exchange, { afterSeq, ...facts }: JournalFilter): boolean {
  if (afterSeq !== undefined && exchange.seq <= afterSeq) return false
  const asked = Object.entries(facts) as [keyof typeof facts, unknown][]
  return asked.every(([name, value]) => value === undefined || FACTS[name](exchange) === value)
}
