import type { Exchange } from '../../contract/wire/exchange.ts'
import { type Summary, summaryOf } from '../../contract/wire/exchange-facts.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import { callOutcomeOf } from './exchanges.ts'

/** A row of the list: one exchange, or several lookups in a row of which all said the same. */
export type Row = {
  /** The latest of them. */
  readonly exchange: Exchange
  readonly count: number
  readonly early: number
}

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

/** From when an order may be asked for again, on the clock of the exchanges, and how long that is after the answer. */
export type Wait = { readonly fromMs: number; readonly askedMs: number }

/** What the answer to an exchange asks its caller to wait for (§ 3.1): null where that is nothing, undefined where none was heard. */
export function waitAfter(exchange: Exchange): Wait | null | undefined {
  const { delivery } = exchange
  const summary = delivery?.outcome === 'delivered' ? knownSummary(exchange) : undefined
  if (delivery == null || summary === undefined) return undefined
  if (summary.status !== PROCESSING || summary.pollAfterSeconds === null) return null
  const askedMs = summary.pollAfterSeconds * 1000
  return { fromMs: delivery.atMs + askedMs, askedMs }
}

/** By its number, what each request for an order had to wait for (§ 8.1). `exchanges` are oldest first. */
export function waitsIn(exchanges: readonly Exchange[]): ReadonlyMap<number, Wait> {
  const current = new Map<string, Wait | null>()
  const waits = new Map<number, Wait>()
  for (const exchange of exchanges) {
    if (exchange.order === null) continue
    const name = `${exchange.partner} ${exchange.order.partnerReference}`
    const wait = current.get(name)
    if (wait != null) waits.set(exchange.seq, wait)
    const next = waitAfter(exchange)
    if (next !== undefined) current.set(name, next)
  }
  return waits
}

/** How much too early each lookup came, in milliseconds, by its number. */
export function earlyIn(exchanges: readonly Exchange[]): ReadonlyMap<number, number> {
  const waits = waitsIn(exchanges)
  const early = exchanges.flatMap(({ seq, operation, arrivedMs }) => {
    const { fromMs, askedMs } = waits.get(seq) ?? { fromMs: 0, askedMs: 0 }
    const isEarly = arrivedMs < fromMs - askedMs * NOISE.part - NOISE.milliseconds
    return operation === 'lookupOrder' && isEarly ? [[seq, fromMs - arrivedMs] as const] : []
  })
  return new Map(early)
}

/** Equal lookups one after the other are one row, unless it was `opened`. `exchanges` are latest first. */
/** Older rows are not drawn: a filter finds them. */
const MOST_DRAWN = 500

/** The latest rows; and the one that a link leads to, however old it is. */
export function drawnOf(rows: readonly Row[], unfolded: number | null): readonly Row[] {
  return rows.filter(({ exchange }, index) => index < MOST_DRAWN || exchange.seq === unfolded)
}

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
