import type { BrokenServer } from './broken-server.ts'
import { edit, editSummary, type Middleware, referenceOf, refusal } from './middleware.ts'
import { onRepeat } from './repeats.ts'

type Purchase = { data: { order: { order: Record<string, unknown> } } }
type Lookup = { data: { order: Record<string, unknown> } }

/** Servers that break what a purchase takes, where its summary stands, and what is in it. */
export const BROKEN_POSITIONS: readonly BrokenServer[] = [
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
    name: 'the purchase stands beside data',
    breaks: 'data-envelope',
    change: () => edit('createOrder', (body) => (body as Purchase).data),
  },
  {
    name: 'the lookup has no data',
    breaks: 'data-envelope',
    change: () => edit('lookupOrder', (body) => ({ data: null, order: (body as Lookup).data.order })),
  },
  {
    name: 'the purchase is flat',
    breaks: 'purchase-position',
    change: () => edit('createOrder', (body) => ({ data: (body as Purchase).data.order })),
  },
  {
    name: 'the purchase stands elsewhere',
    breaks: 'purchase-position',
    change: () => edit('createOrder', (body) => ({ data: { purchase: (body as Purchase).data.order } })),
  },
  {
    name: 'a repeated purchase is flat',
    breaks: 'purchase-position',
    change: () => onRepeat((body) => ({ data: (body as Purchase).data.order })),
  },
  {
    name: 'the purchase is flat while it is PROCESSING',
    breaks: 'purchase-position',
    change: () =>
      edit('createOrder', (body) => {
        const { order } = (body as Purchase).data
        return { data: order.order.status === 'PROCESSING' ? { order: order.order } : { order } }
      }),
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
    name: 'the lookup is doubly nested once it is settled',
    breaks: 'lookup-position',
    change: () =>
      edit('lookupOrder', (body) => {
        const { order } = (body as Lookup).data
        return { data: { order: order.status === 'PROCESSING' ? order : { order } } }
      }),
  },
  {
    name: 'the lookup is doubly nested',
    breaks: 'lookup-position',
    change: () => edit('lookupOrder', (body) => ({ data: { order: (body as Lookup).data } })),
  },
  {
    name: 'the lookup is flat',
    breaks: 'lookup-position',
    change: () => edit('lookupOrder', (body) => ({ data: (body as Lookup).data.order })),
  },
  {
    name: 'PROCESSING has no pollAfterSeconds',
    breaks: 'processing-has-poll-after',
    change: () => editSummary(({ pollAfterSeconds, ...rest }) => rest),
  },
  {
    name: 'PROCESSING has no pollAfterSeconds in a lookup',
    breaks: 'processing-has-poll-after',
    change: () =>
      editSummary((summary, request) => (request.method === 'GET' ? { status: summary.status } : summary)),
  },
  {
    name: 'pollAfterSeconds is null',
    breaks: 'processing-has-poll-after',
    change: () => editPollAfter(() => null),
  },
  {
    name: 'pollAfterSeconds is a text',
    breaks: 'processing-has-poll-after',
    change: () => editPollAfter(String),
  },
  {
    name: 'pollAfterSeconds is negative',
    breaks: 'processing-has-poll-after',
    change: () => editPollAfter((seconds) => -seconds),
  },
  {
    name: 'an order is PROCESSING for ever',
    breaks: 'order-leaves-processing',
    change: () => editSummary(() => ({ status: 'PROCESSING', pollAfterSeconds: 1 })),
  },
  {
    name: 'a settled order goes back',
    breaks: 'order-leaves-processing',
    change: goesBack,
  },
]

function editPollAfter(change: (seconds: number) => unknown): Middleware {
  return editSummary((summary) => {
    const seconds = summary.pollAfterSeconds
    return typeof seconds === 'number' ? { ...summary, pollAfterSeconds: change(seconds) } : summary
  })
}

/** Settled once; PROCESSING again whenever it is looked up after that. */
function goesBack(): Middleware {
  const settled = new Set<string>()
  return editSummary((summary, request) => {
    if (request.method !== 'GET') return summary
    const reference = referenceOf(request)
    if (settled.has(reference)) return { status: 'PROCESSING', pollAfterSeconds: 1 }
    if (summary.status !== 'PROCESSING') settled.add(reference)
    return summary
  })
}
