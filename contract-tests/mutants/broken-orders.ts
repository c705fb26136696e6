import type { BrokenServer } from './broken-server.ts'
import { edit, editSummary, refusal } from './middleware.ts'

type Lookup = { data: { order: Record<string, unknown> } }

/** Servers that break what a purchase takes, and what an answer about an order holds, whatever came before. */
export const BROKEN_ORDERS: readonly BrokenServer[] = [
  {
    name: 'a purchase needs a third field',
    breaks: 'order-two-fields',
    change: () => async (request, forward, operation) =>
      operation === 'createOrder' ? refusal(422) : forward(request),
  },
  {
    name: 'a reference must have no colon',
    breaks: 'order-two-fields',
    change: () => async (request, forward, operation) =>
      operation === 'createOrder' && (await request.clone().text()).includes('KIT:')
        ? refusal(400)
        : forward(request),
  },
  {
    name: 'the data of a lookup is null',
    breaks: 'data-envelope',
    change: () => edit('lookupOrder', (body) => ({ data: null, order: (body as Lookup).data.order })),
  },
  {
    name: 'the purchase has a summary without a status',
    breaks: 'purchase-position',
    change: () => edit('createOrder', () => ({ data: { order: { order: { state: 'COMPLETED' } } } })),
  },
  {
    name: 'the lookup is a list',
    breaks: 'lookup-position',
    change: () => edit('lookupOrder', (body) => ({ data: { order: [(body as Lookup).data.order] } })),
  },
  {
    name: 'pollAfterSeconds is null',
    breaks: 'processing-has-poll-after',
    change: () =>
      editSummary((summary) =>
        'pollAfterSeconds' in summary ? { ...summary, pollAfterSeconds: null } : summary,
      ),
  },
]
