import { buyAs, type Forward, lookUpAs, refusal } from '../middleware.ts'
import type { Fault } from './fault.ts'
import { type Moment, statusOf } from './history.ts'

const isPurchase = ({ kind }: Moment) => kind === 'purchase'
const isLookup = ({ kind }: Moment) => kind === 'lookup'
const isReplay = (moment: Moment) => isPurchase(moment) && moment.nth > 1
const isFirst = (moment: Moment) => isPurchase(moment) && moment.nth === 1
const always = () => true
const isProcessing = ({ status }: Moment) => status === 'PROCESSING'

type Summary = Record<string, unknown>

/** The summary of a body of the mock, wherever it stands. */
function summaryOf(body: unknown, { kind }: Moment): Summary {
  // The mock answers with these two shapes alone.
  const { order } = (body as { data: { order: Summary } }).data
  return kind === 'purchase' ? (order.order as Summary) : order
}

/** The summary changed, at its own position. */
function withSummary(change: (summary: Summary) => Summary): NonNullable<Fault['edit']> {
  return (body, moment) => {
    const summary = change(summaryOf(body, moment))
    return { data: { order: moment.kind === 'purchase' ? { order: summary } : summary } }
  }
}

const STUCK = withSummary(() => ({ status: 'PROCESSING', pollAfterSeconds: 1 }))

async function edited(response: Response, edit: NonNullable<Fault['edit']>, moment: Moment) {
  return response.ok ? Response.json(edit(await response.json(), moment)) : response
}

/** A purchase under a reference of the server's own. */
function another({ request, order, nth }: Moment, forward: Forward): Promise<Response> {
  const { partnerReference, sku } = order
  return buyAs(request, forward, { partnerReference: `${partnerReference}~${nth}`, sku })
}

function refuses(status: number): Pick<Fault, 'instead'> {
  return { instead: async () => refusal(status) }
}

const asTwin: NonNullable<Fault['instead']> = ({ kind, request, order }, forward, twin = order) =>
  kind === 'purchase' ? buyAs(request, forward, twin) : lookUpAs(request, forward, twin.partnerReference)

/** Every fault, in the order of the page's rows. */
export const FAULTS = {
  buysAgain: { name: 'buys again', canStrike: isReplay, instead: another },
  chargesAgain: {
    name: 'takes the money again, answers the same order',
    canStrike: isReplay,
    instead: async (moment, forward) => {
      await another(moment, forward)
      return forward(moment.request)
    },
  },
  refuses409: { name: 'refuses with 409', canStrike: isReplay, ...refuses(409) },
  refuses404: { name: 'refuses with 404', canStrike: isReplay, ...refuses(404) },
  refuses500: { name: 'refuses with 500', canStrike: isReplay, ...refuses(500) },
  loses: {
    name: 'loses it: not found, and not taken again',
    canStrike: ({ order }) => order.abandoned !== null,
    instead: async ({ kind }) => refusal(kind === 'lookup' ? 404 : 409),
  },
  startsOver: {
    name: 'starts over: not found, and bought again',
    canStrike: ({ order }) => order.abandoned !== null,
    instead: async (moment, forward) => (moment.kind === 'lookup' ? refusal(404) : another(moment, forward)),
  },
  refusesNew: { name: 'refuses a new reference with 409', canStrike: isFirst, ...refuses(409) },
  merges: { name: 'merges two purchases', canStrike: isFirst, instead: asTwin, afterwards: asTwin },
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
  forgets: { name: 'lookup: forgets the order', canStrike: isLookup, ...refuses(404) },
  refusesForm: { name: 'takes no such reference (422)', canStrike: isFirst, ...refuses(422) },
  limitsRate: { name: 'one call too many (429)', canStrike: always, ...refuses(429) },
  unavailable: { name: 'not available (503)', canStrike: always, ...refuses(503) },
  outOfFunds: { name: 'the balance does not cover it (402)', canStrike: isFirst, ...refuses(402) },
  answersAnother: {
    name: 'lookup: answers another order',
    canStrike: (moment) => isLookup(moment) && moment.others.length > 0,
    instead: async (moment, forward) => lookUpAs(moment.request, forward, await otherThan(moment, forward)),
  },
} as const satisfies Record<string, Fault>

/** The name of a fault in the table of cells. */
export type FaultId = keyof typeof FAULTS

/** Another order of the partner: one with another status, where there is one. */
async function otherThan({ order, others, request }: Moment, forward: Forward): Promise<string> {
  const status = await statusOf(order, request, forward)
  for (const other of others)
    if ((await statusOf(other, request, forward)) !== status) return other.partnerReference
  return others[0]?.partnerReference ?? ''
}
