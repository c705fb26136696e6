import type { Report, ScenarioReport } from '../../contract/report/report.ts'
import { currencyDigits } from '../../contract/wire/money.ts'
import { COSTLY } from './worst-first.ts'

const AMOUNT = /^(\d{1,12}(?:\.\d{1,4})?) ([A-Z]{3})$/

/**
 * What a client paid for unintended cards in all scenarios of a run, such as `50.00 USD`; null for a clause without a
 * countable cost.
 */
export function moneyLost(clause: string, { scenarios }: Pick<Report, 'scenarios'>): string | null {
  if (!COSTLY.includes(clause)) return null
  const losses = (scenarios ?? []).flatMap((scenario) => lossIn(scenario, clause) ?? [])
  const [{ currency } = { currency: '' }] = losses
  const sum = losses.reduce((total, loss) => total + (loss.currency === currency ? loss.amount : 0), 0)
  return sum === 0 ? null : `${sum.toFixed(currencyDigits(currency))} ${currency}`
}

/** Each order that breaks the clause costs an equal share of the fall of the balance. */
function lossIn({ timeline, balance }: ScenarioReport, clause: string) {
  const [, before, currency = ''] = AMOUNT.exec(balance.before) ?? []
  const [, after, other] = AMOUNT.exec(balance.after) ?? []
  if (before === undefined || after === undefined || currency !== other) return undefined
  const recorded = timeline.filter(({ effect }) => effect === 'recorded')
  const needless = recorded.filter(({ breaks }) => breaks.includes(clause)).length
  const spent = Math.max(0, Number(before) - Number(after))
  return needless === 0 ? undefined : { amount: (spent / recorded.length) * needless, currency }
}
