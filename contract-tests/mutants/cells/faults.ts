import { buyAs, type Forward, lookUpAs, refusal } from '../middleware.ts'
import { ANSWER_FAULTS } from './answer-faults.ts'
import type { ServerFault } from './fault.ts'
import { type Moment, statusOf } from './history.ts'

const isPurchase = ({ kind }: Moment) => kind === 'purchase'
const isLookup = ({ kind }: Moment) => kind === 'lookup'
const isReplay = (moment: Moment) => isPurchase(moment) && moment.nth > 1
const isFirst = (moment: Moment) => isPurchase(moment) && moment.nth === 1
const always = () => true

/** A purchase under a reference of the server's own. */
function another({ request, order, nth }: Moment, forward: Forward): Promise<Response> {
  const { partnerReference, sku } = order
  return buyAs(request, forward, { partnerReference: `${partnerReference}~${nth}`, sku })
}

function refuses(status: number): Pick<ServerFault, 'instead'> {
  return { instead: async () => refusal(status) }
}

const asTwin: NonNullable<ServerFault['instead']> = ({ kind, request, order }, forward, twin = order) =>
  kind === 'purchase' ? buyAs(request, forward, twin) : lookUpAs(request, forward, twin.partnerReference)

/** Every fault. */
export const FAULTS = {
  buysAgain: { name: 'buys again', canStrike: isReplay, instead: another },
  chargesAgain: {
    name: 'takes the money again, same answer',
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
    name: 'not found, and not taken again',
    canStrike: ({ order }) => order.abandoned !== null,
    instead: async ({ kind }) => refusal(kind === 'lookup' ? 404 : 409),
  },
  startsOver: {
    name: 'not found, and bought again',
    canStrike: ({ order }) => order.abandoned !== null,
    instead: async (moment, forward) => (moment.kind === 'lookup' ? refusal(404) : another(moment, forward)),
  },
  hides: {
    name: 'not found until its body is sent again',
    canStrike: (moment) => moment.order.abandoned !== null && isLookup(moment) && moment.order.sends < 2,
    instead: async () => refusal(404),
  },
  cancels: {
    name: 'has failed',
    canStrike: ({ order }) => order.abandoned !== null,
    edit: (body) => JSON.parse(JSON.stringify(body).replace(/\{"status":"[^{}]*\}/, '{"status":"FAILED"}')),
  },
  refusesNew: { name: 'refuses a new reference with 409', canStrike: isFirst, ...refuses(409) },
  merges: { name: 'merges two purchases', canStrike: isFirst, instead: asTwin, afterwards: asTwin },
  ...ANSWER_FAULTS,
  forgets: { name: 'lookup: forgets the order', canStrike: isLookup, ...refuses(404) },
  refusesForm: { name: 'takes no such reference (422)', canStrike: isPurchase, ...refuses(422) },
  limitsRate: { name: 'one call too many (429)', canStrike: always, ...refuses(429) },
  unavailable: { name: 'not available (503)', canStrike: always, ...refuses(503) },
  outOfFunds: { name: 'the balance does not cover it (402)', canStrike: isFirst, ...refuses(402) },
  answersAnother: {
    name: 'lookup: answers another order',
    canStrike: (moment) => isLookup(moment) && moment.others.length > 0,
    instead: async (moment, forward) => lookUpAs(moment.request, forward, await otherThan(moment, forward)),
  },
  answersSettled: {
    name: 'lookup: answers another order, settled',
    canStrike: (moment) => isLookup(moment) && moment.others.length > 0,
    instead: async (moment, forward) => {
      const isUnsettled = (await statusOf(moment.order, moment.request, forward)) === 'PROCESSING'
      const other = isUnsettled ? await otherThan(moment, forward) : moment.order.partnerReference
      return lookUpAs(moment.request, forward, other)
    },
  },
} as const satisfies Record<string, ServerFault>

/** The name of a fault in the table of cells. */
export type FaultId = keyof typeof FAULTS

/** Another order of the partner, with another status if possible. */
async function otherThan({ order, others, request }: Moment, forward: Forward): Promise<string> {
  const status = await statusOf(order, request, forward)
  for (const other of others)
    if ((await statusOf(other, request, forward)) !== status) return other.partnerReference
  return others[0]?.partnerReference ?? ''
}
