import { type Money, moneyWords } from '../../contract/wire/money.ts'
import type { Fact } from '../judge/facts.ts'
import type { Judged } from '../judge/judge-again.ts'
import { isBefore, ordersIn } from '../judge/orders.ts'

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
    ...(silent === 0 ? [] : [`${counted(silent, 'answer')} said nothing, asked again`]),
    ...(lagMs < SHOWN_LAG_MS ? [] : [`the balance lags ${seconds(lagMs)}`]),
    ...(late.length === 0
      ? []
      : [`the lookup found ${counted(late.length, 'order')} late, within ${seconds(Math.max(...late))}`]),
    ...movedPrices(own, money),
  ]
  const sentences = [
    ...(parts.length === 0 ? [] : [`Weather: ${parts.join('; ')}.`]),
    ...(unreliable === null ? [] : [unreliable]),
  ]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

const SHOWN_LAG_MS = 50

/** Whether an answer said nothing, and the same request was answered later. */
function wasAnsweredLater(fact: Fact, own: readonly Fact[]): boolean {
  if (fact.said !== 'nothing' || fact.isAbandoned) return false
  return own.some(
    ({ seq, call, reference, said }) =>
      seq > fact.seq && said !== 'nothing' && call === fact.call && reference === fact.reference,
  )
}

/** How long after its purchase each order was found that a lookup had not found before. Milliseconds. */
function latenessOf(own: readonly Fact[]): readonly number[] {
  return ordersIn(own).orders.flatMap(({ sends, lookups }) => {
    const bought = sends.find(({ isServed }) => isServed)
    const after = lookups.filter((lookup) => bought !== undefined && isBefore(bought, lookup))
    const missed = after.findIndex(({ said, summary }) => said === 'no' && summary === null)
    const isFirst = after.slice(0, missed).every(({ summary }) => summary === null)
    const found = after.slice(missed).find(({ summary }) => summary !== null)
    return missed < 0 || !isFirst || bought === undefined || found === undefined
      ? []
      : [found.sentMs - bought.answeredMs]
  })
}

/** Cards whose price is not the one that was read first. */
function movedPrices(own: readonly Fact[], money: Pick<Money, 'currency'>): readonly string[] {
  const prices = own.filter(({ operation, amount }) => operation === 'getPrice' && amount !== null)
  return [...Map.groupBy(prices, ({ sku }) => sku)].flatMap(([sku, read]) => {
    const [first, last] = [read[0]?.amount ?? 0, read.at(-1)?.amount ?? 0]
    return first === last
      ? []
      : [`the price of ${sku} went from ${moneyWords(first, money)} to ${moneyWords(last, money)}`]
  })
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
