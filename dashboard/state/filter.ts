import type { Exchange } from '../../contract/wire/exchange.ts'

/** How a call ended, for who looks at it. */
export const OUTCOMES = ['served', 'replayed', 'refused', 'failed', 'undelivered'] as const
export type CallOutcome = (typeof OUTCOMES)[number]

/** What a reader wants to see. An empty text selects everything. */
export type Filter = {
  readonly partner: string
  readonly operation: string
  readonly outcome: string
  readonly text: string
}

export const NO_FILTER: Filter = { partner: '', operation: '', outcome: '', text: '' }

/** How a call ended: whether its answer arrived comes before what the answer says. */
export function callOutcomeOf({ response, delivery, order }: Exchange): CallOutcome {
  if (response === null || (delivery !== null && delivery.outcome !== 'delivered')) return 'undelivered'
  if (response.status >= 500) return 'failed'
  if (response.status >= 400) return 'refused'
  return order?.effect === 'replayed' ? 'replayed' : 'served'
}

/** The exchanges that match a filter, in their order. */
export function filtered(exchanges: readonly Exchange[], filter: Filter): readonly Exchange[] {
  const { partner, operation, outcome } = filter
  const text = filter.text.trim().toLowerCase()
  if (partner === '' && operation === '' && outcome === '' && text === '') return exchanges
  return exchanges.filter(
    (exchange) =>
      (partner === '' || exchange.partner === partner) &&
      (operation === '' || exchange.operation === operation) &&
      (outcome === '' || callOutcomeOf(exchange) === outcome) &&
      (text === '' || textOf(exchange).includes(text)),
  )
}

/** Where a search looks: the request, the answer, and what the mock noticed. */
function textOf({ request, response, order, fault, nearMiss }: Exchange): string {
  const parts = [
    `${request.method} ${request.target}`,
    request.body,
    response && `${response.status} ${response.body}`,
    order && `${order.partnerReference} ${order.sku} ${order.effect}`,
    fault && `${fault.at} ${fault.does}`,
    ...(nearMiss?.differs ?? []),
  ]
  return parts.filter(Boolean).join('\n').toLowerCase()
}
