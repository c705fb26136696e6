import { isOfTheMoment } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { Remark } from '../../contract/report/report.ts'
import { counted, listed } from '../../contract/text/listed.ts'
import { type Money, moneyWords } from '../../contract/wire/money.ts'
import { isPollAfter } from '../../contract/wire/processing.ts'
import type { HistoryHead } from '../history/history.ts'
import { inSeconds, leftIn } from '../judge/course-rules.ts'
import { endsOfLeft, LEFT } from '../judge/end-rules.ts'
import type { Fact } from '../judge/facts.ts'
import type { Judged } from '../judge/judge-again.ts'
import { isBefore, ordersIn } from '../judge/orders.ts'
import { describe, quoted } from '../judge/phrases.ts'
import { isOfFunds } from '../judge/refusals.ts'
import { SHORTEST_PAUSE_MS } from '../script/following.ts'

/** What is worth a remark although no clause decides it: it counts for no verdict. */
export function remarksOn(judged: Judged, { client, profile }: HistoryHead): Remark[] {
  const remark = (id: string, message: string | undefined) =>
    message === undefined ? [] : [{ id, message, scenario: null }]
  const failed =
    client !== null
      ? `The reference client, which buys as a partner would, did not get its card: it failed at its ${client.step}. ${client.message}`
      : undefined
  const waits = judged.facts.flatMap(({ summary }) =>
    summary?.kind === 'processing' && isPollAfter(summary.pollAfterSeconds) ? summary.pollAfterSeconds : [],
  )
  const shortest = waits.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const bounded =
    shortest * 1000 < SHORTEST_PAUSE_MS
      ? `A PROCESSING summary asked to be polled again after ${shortest} s. The run asked for no order more often than every ${SHORTEST_PAUSE_MS} ms, so it polled later than it was asked to; a client that obeys polls as fast as it can.`
      : undefined
  return [
    ...remark('weather', weatherWords(judged, profile.money)),
    ...remark('balance-unseen', isBalanceUnseen(judged) ? BALANCE_UNSEEN : undefined),
    ...remark('abandoned-failed', abandonedWords(judged)),
    ...remark('card-refused', refusedWords(judged, profile)),
    ...remark('pace-unneeded', unneededPace(judged)),
    ...remark('polls-bounded', bounded),
    ...remark('reference-client', failed),
  ]
}

const BALANCE_UNSEEN =
  'The balance showed no purchase of this run. Whether an identical body is charged again, a new reference is charged at all, and a refused purchase is charged none the less, rests on the orders alone.'

/** Fewer orders that end in another state exactly where their client went away may by chance: they break no clause. */
const LEAST_LEFT = 2

function abandonedWords({ facts }: Judged): string | undefined {
  const { left, others, states } = endsOfLeft(ordersIn(facts).orders)
  if (left.length < LEAST_LEFT || left.length >= LEFT.least || others.length < LEFT.others) return undefined
  return `All ${left.length} orders whose client went away ended ${[...states].join(' or ')}, and none of the ${others.length} others did. A client timeout does not mean that the purchase failed (§4.3): ask whether the service ends an order that its client no longer waits for.`
}

/** Cards that were never sold, while others were after them: sold out, perhaps, which no clause excludes. */
function refusedWords({ facts }: Judged, { errors }: Pick<Profile, 'errors'>): string | undefined {
  const { orders } = ordersIn(facts)
  const sold = orders.filter(({ sends }) => sends.some(({ isServed }) => isServed))
  const cards = new Set(sold.map(({ sku }) => sku))
  const refused = orders.flatMap(({ sku, sends }) => {
    const isOfTheCard = ({ status }: Fact) =>
      status !== null && status >= 400 && !isOfTheMoment(status) && !isOfFunds(status, errors)
    const answer = sends.findLast(isOfTheCard)
    const isSelling = sold.some(
      (other) => (other.sends[0]?.seq ?? 0) > (answer?.seq ?? Number.POSITIVE_INFINITY),
    )
    return !cards.has(sku) && isSelling && answer !== undefined ? [{ sku, answer }] : []
  })
  const [first] = refused
  if (first === undefined) return undefined
  const names = listed([...new Set(refused.map(({ sku }) => sku))], 3)
  return `Refused under each reference, while other cards were sold: ${names} (${describe(first.answer)}). A card may be sold out. If it is not for this partner, or wants another field, the catalogue may not list it (§2), or a body of the two fields must buy it (§4): read what the answer says.`
}

/** A wait of so many seconds, of which orders take no hundredth, may be in milliseconds. */
const UNNEEDED = { seconds: 500, share: 0.01 } as const

function unneededPace({ facts }: Judged): string | undefined {
  for (const { told } of ordersIn(facts).orders) {
    const asked = told.find(({ summary: { kind } }) => kind === 'processing')
    const pace = asked?.summary.pollAfterSeconds
    if (asked === undefined || !isPollAfter(pace) || pace < UNNEEDED.seconds) continue
    const left = leftIn(told).find((one) => isBefore(asked, one))
    const ms = (left?.answeredMs ?? Number.POSITIVE_INFINITY) - asked.sentMs
    if (left === undefined || ms > pace * 1000 * UNNEEDED.share) continue
    return `An order asked to be polled after ${pace.toLocaleString('en')} s, and was ${quoted(left.summary.status)} within ${inSeconds(ms)}: a partner that obeys waits for nothing. pollAfterSeconds is in seconds (§3.1): ask whether these are milliseconds.`
  }
  return undefined
}

function isBalanceUnseen({ facts, judgement }: Judged): boolean {
  const { charged, unreliable } = judgement.money
  return charged === null && unreliable === null && ordersIn(facts).orders.some(({ told }) => told.length > 0)
}

const SHOWN_LAG_MS = 50

/** What happened in a run that is nobody's fault, as one sentence; undefined where nothing did. */
function weatherWords({ facts, judgement }: Judged, money: Pick<Money, 'currency'>): string | undefined {
  const { lagMs, unreliable, unlike } = judgement.money
  const own = facts.filter(({ key }) => key === 'own')
  const silent = own.filter((fact) => wasAnsweredLater(fact, own)).length
  const late = latenessOf(own)
  const parts = [
    silent > 0 && `${counted(silent, 'answer')} said nothing, asked again`,
    lagMs >= SHOWN_LAG_MS && `the balance lags ${seconds(lagMs)}`,
    late.length > 0 &&
      `the lookup found ${counted(late.length, 'order')} late, within ${seconds(Math.max(...late))}`,
    ...movedPrices(own, money),
    ...unlike.map(
      ({ sku, price, cost }) =>
        `${sku} cost ${moneyWords(cost, money)}, and its price is ${moneyWords(price, money)}`,
    ),
  ].filter(Boolean)
  const weather = parts.length > 0 && `Weather: ${parts.join('; ')}.`
  return [weather, unreliable].filter(Boolean).join(' ') || undefined
}

/** Whether an answer said nothing, and the same request was answered later. */
function wasAnsweredLater({ seq, call, reference, said, isAbandoned }: Fact, own: readonly Fact[]): boolean {
  const isSameLater = (other: Fact) =>
    other.seq > seq && other.said !== 'nothing' && other.call === call && other.reference === reference
  return said === 'nothing' && !isAbandoned && own.some(isSameLater)
}

/** How long after its purchase each order was found that a lookup had not found before. Milliseconds. */
function latenessOf(own: readonly Fact[]): readonly number[] {
  return ordersIn(own).orders.flatMap(({ sends, lookups }) => {
    const bought = sends.find(({ isServed }) => isServed)
    if (bought === undefined) return []
    const after = lookups.filter((lookup) => isBefore(bought, lookup))
    const missed = after.findIndex(({ said, summary }) => said === 'no' && summary === null)
    const found = after.findIndex(({ summary }) => summary !== null)
    return missed >= 0 && missed < found ? [(after[found]?.sentMs ?? 0) - bought.answeredMs] : []
  })
}

/** Cards whose price is not the one that was read first. */
function movedPrices(own: readonly Fact[], money: Pick<Money, 'currency'>): readonly string[] {
  const prices = own.filter(({ operation, amount }) => operation === 'getPrice' && amount !== null)
  return [...Map.groupBy(prices, ({ sku }) => sku)].flatMap(([sku, read]) => {
    const [first, last] = [read[0]?.amount ?? 0, read.at(-1)?.amount ?? 0]
    if (first === last) return []
    return `the price of ${sku} went from ${moneyWords(first, money)} to ${moneyWords(last, money)}`
  })
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
