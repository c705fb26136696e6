import type { Remark } from '../../contract/report/report.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { amountWords } from '../analysis/balance.ts'
import type { JudgedTrial } from './judged-trial.ts'

/** A remark on a trial about something that the reference does not decide; undefined when there is none. */
type Look = (analysis: Analysis) => string | undefined

const LOOKS: { readonly [id: string]: Look } = {
  'exit-zero-without-purchase': ({ trial, orders, profile }) => {
    const { scenario, exit } = trial
    if (exit?.cause !== 'exited' || exit.code !== 0) return undefined
    const { failure } = profile.states
    const isOver = (status: string) => status !== PROCESSING && !failure.includes(status)
    const own = orders.filter(({ sku, received }) => sku === scenario.sku && received.length > 0)
    const bought = own.filter(({ received }) => isOver(received.at(-1)?.summary.status ?? PROCESSING))
    if (bought.length >= scenario.purchases) return undefined
    return `Its process exited with 0, although no answer said that its card was bought. The reference does not mention exit codes; but a caller of the client reads 0 as a purchase, and delivers, or books, a card of ${amountWords(scenario.price, profile)} that may not exist.`
  },
  'asked-after-settled': ({ steps }) =>
    steps.some(({ reaction }) => reaction === 'confirmed')
      ? 'It looked up a settled order once more. The reference does not forbid it, but the call is unnecessary.'
      : undefined,
  'waits-whole-seconds': ({ waits }) =>
    waits.some(({ isRounded }) => isRounded)
      ? 'When pollAfterSeconds has a fraction, it waits only the whole seconds. The reference does not show whether there may be a fraction; a service that uses fractions is polled too early.'
      : undefined,
}

/**
 * The remarks on one trial: no verdict counts them.
 *
 * @param isBroken whether its verdicts already report a failure, or the report says why it could not begin.
 */
export function remarksOn({ analysis }: JudgedTrial, isBroken: boolean): Remark[] {
  const { scenario, unreadable = [] } = analysis.trial
  const unread = [...new Set(unreadable.map(({ message }) => message))].map((message) => ({
    id: 'not-http',
    message,
    scenario: scenario.sku,
  }))
  if (isBroken) return unread
  const seen = Object.entries(LOOKS).flatMap(([id, look]): Remark[] => {
    const message = look(analysis)
    return message === undefined ? [] : [{ id, message, scenario: scenario.sku }]
  })
  return [...unread, ...seen]
}
