import { listed } from '../../contract/text/listed.ts'
import { LOOKUP, type OrderRun, repeatCheckOf, timeoutCheckOf } from './circumstances.ts'
import type { Explanation } from './findings.ts'
import { isBefore, type Order, type WithSummary } from './orders.ts'
import { describe, quoted } from './phrases.ts'

/** So many orders must change their end: a copy that is behind may show one so. */
const CHANGING = 2
/** Or so many answers on either side of another one deny it. */
const DENIED = 2

/** So many purchases whose client went away must have ended as none of so many others of their cards: fewer may by chance. */
export const LEFT = { least: 5, others: 4 } as const

/** Where the orders whose client went away have ended as no other one of their cards: how these ended, and how many others. */
export function endsOfLeft(orders: readonly Order[]) {
  const ended = orders.flatMap((order) => {
    const end = order.told.findLast(({ summary }) => summary.kind !== 'processing')
    return end === undefined ? [] : [{ order, end }]
  })
  const left = ended.filter(({ order }) => order.isAbandoned)
  const [skus, states] = [new Set(left.map(({ order }) => order.sku)), new Set(left.map(stateOf))]
  const others = ended.filter(({ order }) => !order.isAbandoned && skus.has(order.sku))
  const isAlike = ({ end }: (typeof ended)[number]) =>
    states.has(stateOf({ end })) || (end.summary.kind === 'settled' && !end.summary.isSuccess)
  return others.some(isAlike) ? { left: [], others, states } : { left, others, states }
}

function stateOf({ end }: { readonly end: WithSummary }): string {
  return end.summary.status
}

/** That purchases do not fail because their client went away (§4.3): then each of these does, and no other. */
export function judgeLeft({ orders, findings }: Pick<OrderRun, 'orders' | 'findings'>): void {
  const { left, others, states } = endsOfLeft(orders)
  const [first] = left
  if (first === undefined || left.length < LEFT.least || others.length < LEFT.others) return
  const { order, end } = first
  const message = `Each of ${left.length} purchases whose client went away ended as ${listed([...states].map(quoted), LEFT.least)}, and none of ${others.length} others of their cards did: ${describe(end)} for ${quoted(order.reference)}.`
  const shown = [...order.sends.slice(0, 1), end]
  const explanation = { clause: 'purchase-survives-timeout', check: timeoutCheckOf(order), message } as const
  findings.contradict('found-no-more', shown, explanation, { gaps: LOOKUP })
}

type Change = {
  readonly before: WithSummary | undefined
  readonly odd: WithSummary
  readonly after: WithSummary
  /** Whether no copy that is behind explains it. */
  readonly isSure: boolean
}

/** Orders that failed, and then did not; and those that are said to have ended otherwise between two answers that deny it. */
export function judgeEnds({
  orders,
  findings,
  charged,
}: Pick<OrderRun, 'orders' | 'findings' | 'charged'>): void {
  const changing = orders.flatMap((order) => {
    const change = changeOf(order)
    return change === undefined ? [] : [{ order, change }]
  })
  if (changing.length < CHANGING && !changing.some(({ change }) => change.isSure)) return
  // An order that is started again after it had failed ends otherwise.
  const isRestarted =
    changing.every(({ change }) => change.before === undefined) &&
    changing.some(({ order, change }) => hasRestarted(order, change, changing.some(isTakenBack)))
  for (const { order, change } of changing) {
    const { before, odd, after } = change
    const isTied = isOneAgainstTheOther(order, odd) || isOfLookups(order, odd)
    const [likelier, others] = explanationsOf(order, change)
    const shown = [before, odd, after].filter((fact) => fact !== undefined)
    const { message } = likelier[0] as Explanation
    const leaves = { clause: 'order-leaves-processing', check: 'stays-settled', message } as const
    const again = charged?.has(order.reference) ? bodyOf(order, odd, message) : []
    const restarted = isRestarted ? [leaves, ...again] : []
    const explanations = [...likelier, ...(isTied ? others : []), ...restarted]
    findings.contradict('another-order', shown, explanations, {
      gaps: ['settled-states', ...LOOKUP],
      isTied,
    })
  }
}

/** An answer that says the reverse of those before and after it, or that an order failed which is a success after it. */
function changeOf(order: Order): Change | undefined {
  const settled = settledOf(order)
  if (settled.every(({ summary }) => summary.isSuccess === settled[0]?.summary.isSuccess)) return undefined
  for (const odd of settled) {
    const others = settled.filter((one) => !isAlike(one, odd))
    const earlier = others.filter((one) => isBefore(one, odd))
    const later = others.filter((one) => isBefore(odd, one))
    const [before, after] = [earlier.at(-1), later[0]]
    const isSure = earlier.length >= DENIED && later.length >= DENIED
    if (after !== undefined && (before !== undefined || !odd.summary.isSuccess))
      return { before, odd, after, isSure }
  }
  return undefined
}

/** What explains a change where the answer that is odd is wrong, and where those that deny it are. */
function explanationsOf(
  order: Order,
  { before, odd, after }: Change,
): readonly [readonly Explanation[], readonly Explanation[]] {
  const [is, was] = [odd, after].map(({ summary }) => quoted(summary.status))
  const course =
    before === undefined
      ? `as ${is}, and then as ${was}`
      : `as ${was}, then as ${is}, and then as ${was} again`
  const message = `The order ${quoted(order.reference)} was settled ${course}: ${describe(odd)}.`
  const lookup: Explanation = { clause: 'lookup-position', check: 'found', message }
  const body = bodyOf(order, odd, message)
  return odd.operation === 'lookupOrder' ? [[lookup], body] : [body, [lookup]]
}

/** Whether what said the one end of an order says the other one as well, later. */
function isTakenBack({
  order,
  change: { odd },
}: {
  readonly order: Order
  readonly change: Change
}): boolean {
  return settledOf(order).some(
    (one) => one.operation === odd.operation && !isAlike(one, odd) && isBefore(odd, one),
  )
}

/** Whether an order was PROCESSING between two ends, the one before it alone and the other after it, as one operation says. */
function hasRestarted(order: Order, { odd }: Change, isOfBoth: boolean): boolean {
  return order.told.some(
    (again) =>
      (isOfBoth || again.operation === odd.operation) &&
      again.summary.kind === 'processing' &&
      isBefore(odd, again) &&
      settledOf(order).every((one) => isAlike(one, odd) === isBefore(one, again)),
  )
}

function bodyOf(order: Order, odd: WithSummary, message: string): readonly Explanation[] {
  const again = { clause: 'same-body-same-purchase', check: repeatCheckOf(order, odd), message } as const
  const timeout = { clause: 'purchase-survives-timeout', check: timeoutCheckOf(order), message } as const
  return [...(order.isAbandoned ? [timeout] : []), again]
}

/** Whether bodies always say the one, and lookups the other: then nothing tells which of them is right. */
function isOneAgainstTheOther(order: Order, odd: WithSummary): boolean {
  return settledOf(order).every((one) => isAlike(one, odd) === (one.operation === odd.operation))
}

/** Whether a body says what lookups say before it or after it, and others deny: then they may be wrong in turn. */
function isOfLookups(order: Order, odd: WithSummary): boolean {
  const lookups = settledOf(order).filter(({ operation }) => operation === 'lookupOrder')
  return odd.operation === 'createOrder' && lookups.some((one) => isAlike(one, odd))
}

function settledOf({ told }: Order): readonly WithSummary[] {
  return told.filter(({ summary }) => summary.kind === 'settled')
}

function isAlike(one: WithSummary, other: WithSummary): boolean {
  return one.summary.isSuccess === other.summary.isSuccess
}
