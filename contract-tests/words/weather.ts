import { counted } from '../../contract/text/listed.ts'
import { type Money, moneyWords } from '../../contract/wire/money.ts'
import type { Fact } from '../judge/facts.ts'
import type { Judged } from '../judge/judge-again.ts'
import { isBefore, ordersIn } from '../judge/orders.ts'

const SHOWN_LAG_MS = 50

/** What happened in a run that is nobody's fault, as one sentence; undefined where nothing did. */
export function weatherWords(
  { facts, judgement }: Judged,
  money: Pick<Money, 'currency'>,
): string | undefined {
  const { lagMs, unreliable } = judgement.money
  const own = facts.filter(({ key }) => key === 'own')
  const silent = own.filter((fact) => wasAnsweredLater(fact, own)).length
  const late = latenessOf(own)
  const parts = [
    silent > 0 && `${counted(silent, 'answer')} said nothing, asked again`,
    lagMs >= SHOWN_LAG_MS && `the balance lags ${seconds(lagMs)}`,
    late.length > 0 &&
      `the lookup found ${counted(late.length, 'order')} late, within ${seconds(Math.max(...late))}`,
    ...movedPrices(own, money),
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
