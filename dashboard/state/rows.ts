import type { Exchange } from '../../contract/wire/exchange.ts'
import { type Summary, summaryOf } from '../../contract/wire/exchange-facts.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import { callOutcomeOf } from './exchanges.ts'

/** A row of the list: one exchange, or several lookups in a row of which all said the same. */
export type Row = {
  /** The latest of them. */
  readonly exchange: Exchange
  readonly count: number
  /** How many of them came too early. */
  readonly early: number
}

/** So many equal lookups in a row are one row. */
const LEAST_IN_GROUP = 3

/** What a certification counts as noise: this part of the interval, and so many milliseconds. */
const NOISE = { part: 0.05, milliseconds: 5 }

const summaries = new WeakMap<Exchange, { readonly summary: Summary | undefined }>()

/** What the answer to an exchange says of its order. An answer is read once. */
export function knownSummary(exchange: Exchange): Summary | undefined {
  const known = summaries.get(exchange) ?? { summary: summaryOf(exchange) }
  summaries.set(exchange, known)
  return known.summary
}

/**
 * How much too early each request for an order came (§ 3.1), in milliseconds, by its number.
 *
 * @param exchanges oldest first.
 */
export function earlyIn(exchanges: readonly Exchange[]): ReadonlyMap<number, number> {
  const allowed = new Map<string, { readonly fromMs: number; readonly slackMs: number }>()
  const early = new Map<number, number>()
  for (const exchange of exchanges) {
    const { seq, partner, order, arrivedMs, delivery, response } = exchange
    if (order === null) continue
    const name = `${partner} ${order.partnerReference}`
    const wait = allowed.get(name)
    const isLookup = exchange.operation === 'lookupOrder'
    if (isLookup && wait !== undefined && arrivedMs < wait.fromMs - wait.slackMs)
      early.set(seq, wait.fromMs - arrivedMs)
    const summary = knownSummary(exchange)
    const heardMs = delivery?.outcome === 'delivered' ? delivery.atMs : undefined
    if (summary === undefined || response === null || heardMs === undefined) continue
    const asked = summary.status === PROCESSING ? (summary.pollAfterSeconds ?? 0) * 1000 : 0
    allowed.set(name, { fromMs: heardMs + asked, slackMs: asked * NOISE.part + NOISE.milliseconds })
  }
  return early
}

/**
 * The rows of some exchanges: equal lookups in a row are one, unless it was opened.
 *
 * @param exchanges latest first.
 * @param opened the numbers of the latest exchange of each group that is shown in full.
 */
export function rowsOf(
  exchanges: readonly Exchange[],
  early: ReadonlyMap<number, number>,
  opened: ReadonlySet<number>,
): readonly Row[] {
  const groups: Exchange[][] = []
  for (const exchange of exchanges) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && isAlike(group[0], exchange)) group.push(exchange)
    else groups.push([exchange])
  }
  const rowOf = (some: readonly [Exchange, ...Exchange[]]): Row => ({
    exchange: some[0],
    count: some.length,
    early: some.filter(({ seq }) => early.has(seq)).length,
  })
  return groups.flatMap((group) => {
    const [first, ...others] = group
    if (first === undefined) return []
    const isGroup = group.length >= LEAST_IN_GROUP && !group.some(({ seq }) => opened.has(seq))
    return isGroup ? [rowOf([first, ...others])] : group.map((one) => rowOf([one]))
  })
}

function isAlike(one: Exchange, other: Exchange): boolean {
  return (
    one.operation === 'lookupOrder' &&
    other.operation === 'lookupOrder' &&
    one.partner === other.partner &&
    one.order?.partnerReference === other.order?.partnerReference &&
    one.response?.status === other.response?.status &&
    callOutcomeOf(one) === callOutcomeOf(other) &&
    knownSummary(one)?.status === knownSummary(other)?.status
  )
}
