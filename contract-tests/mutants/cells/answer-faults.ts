import type { ServerFault } from './fault.ts'
import type { Moment } from './history.ts'

const isPurchase = ({ kind }: Moment) => kind === 'purchase'
const isLookup = ({ kind }: Moment) => kind === 'lookup'
const isProcessing = ({ status }: Moment) => status === 'PROCESSING'

type Summary = Record<string, unknown>

/** The summary in a body of the mock, at either position. */
function summaryOf(body: unknown, { kind }: Moment): Summary {
  // The mock answers with these two shapes alone.
  const { order } = (body as { data: { order: Summary } }).data
  return kind === 'purchase' ? (order.order as Summary) : order
}

/** The summary changed, at its own position. */
function withSummary(change: (summary: Summary) => Summary): NonNullable<ServerFault['edit']> {
  return (body, moment) => {
    const summary = change(summaryOf(body, moment))
    return { data: { order: moment.kind === 'purchase' ? { order: summary } : summary } }
  }
}

const STUCK = withSummary(() => ({ status: 'PROCESSING', pollAfterSeconds: 1 }))

async function edited(response: Response, edit: NonNullable<ServerFault['edit']>, moment: Moment) {
  return response.ok ? Response.json(edit(await response.json(), moment)) : response
}

/** Faults of an answer: the position of its summary, and its content. */
export const ANSWER_FAULTS = {
  purchaseFlat: {
    name: 'purchase: flat',
    canStrike: isPurchase,
    edit: (body, moment) => ({ data: { order: summaryOf(body, moment) } }),
  },
  purchaseNested: {
    name: 'purchase: nested once more',
    canStrike: isPurchase,
    edit: (body, moment) => ({ data: { order: { order: { order: summaryOf(body, moment) } } } }),
  },
  purchaseElsewhere: {
    name: 'purchase: elsewhere',
    canStrike: isPurchase,
    edit: (body, moment) => ({ data: { purchase: { order: summaryOf(body, moment) } } }),
  },
  purchaseBare: {
    name: 'purchase: no envelope',
    canStrike: isPurchase,
    edit: (body, moment) => ({ order: { order: summaryOf(body, moment) } }),
  },
  lookupFlat: {
    name: 'lookup: flat',
    canStrike: isLookup,
    edit: (body, moment) => ({ data: summaryOf(body, moment) }),
  },
  lookupNested: {
    name: 'lookup: nested as a purchase',
    canStrike: isLookup,
    edit: (body, moment) => ({ data: { order: { order: summaryOf(body, moment) } } }),
  },
  lookupElsewhere: {
    name: 'lookup: elsewhere',
    canStrike: isLookup,
    edit: (body, moment) => ({ data: { found: summaryOf(body, moment) } }),
  },
  lookupBare: {
    name: 'lookup: no envelope',
    canStrike: isLookup,
    edit: (body, moment) => ({ order: summaryOf(body, moment) }),
  },
  pollAfterMissing: {
    name: 'pollAfterSeconds missing',
    canStrike: isProcessing,
    edit: withSummary(({ pollAfterSeconds, ...rest }) => rest),
  },
  pollAfterText: {
    name: 'pollAfterSeconds a text',
    canStrike: isProcessing,
    edit: withSummary((summary) => ({ ...summary, pollAfterSeconds: '1' })),
  },
  pollAfterNegative: {
    name: 'pollAfterSeconds negative',
    canStrike: isProcessing,
    edit: withSummary((summary) => ({ ...summary, pollAfterSeconds: -1 })),
  },
  goesBack: { name: 'back to PROCESSING', canStrike: ({ order }) => order.saidSettled, edit: STUCK },
  neverSettles: {
    name: 'never settles',
    canStrike: ({ order }) => !order.saidSettled,
    edit: STUCK,
    afterwards: async (moment, forward) => edited(await forward(moment.request), STUCK, moment),
  },
} as const satisfies Record<string, ServerFault>
