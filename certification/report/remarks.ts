import type { Remark } from '../../contract/report/report.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { amountWords } from '../analysis/ledger.ts'
import type { Judgement } from './judgement.ts'

/** What is worth saying of a trial, though no sentence of the reference decides it; nothing where there is no such thing. */
type Look = (analysis: Analysis) => string | undefined

const LOOKS: { readonly [id: string]: Look } = {
  'exit-zero-without-purchase': ({ trial, orders, profile }) => {
    const { scenario, exit } = trial
    if (exit?.cause !== 'exited' || exit.code !== 0) return undefined
    const { failure } = profile.states
    const isOver = (status: string) => status !== PROCESSING && !failure.includes(status)
    const own = orders.filter(({ sku, told }) => sku === scenario.sku && told.length > 0)
    const bought = own.filter(({ told }) => isOver(told.at(-1)?.summary.status ?? PROCESSING))
    if (bought.length >= scenario.purchases) return undefined
    return `Its process ended with 0, though it was not told that its card was bought. The reference says nothing of exit codes; but a caller of the client takes 0 for a purchase, and hands over, or books, a card of ${amountWords(scenario.price, profile)} that may not exist.`
  },
  'asked-after-settled': ({ steps }) =>
    steps.some(({ reaction }) => reaction === 'confirmed')
      ? 'It asked once more for an order that was settled. The reference does not forbid it, and nothing changes by it: each such call is one too many.'
      : undefined,
  'waits-whole-seconds': ({ waits }) =>
    waits.some(({ isRounded }) => isRounded)
      ? 'Where pollAfterSeconds has a fraction, it waits the whole seconds of it. The reference does not show whether there may be a fraction; a service that means it is asked too early.'
      : undefined,
}

/**
 * The remarks on one trial: they are counted by no verdict.
 *
 * @param isBroken whether its verdicts say already that it went wrong.
 */
export function remarksOn({ analysis }: Judgement, isBroken: boolean): Remark[] {
  if (isBroken) return []
  const { sku } = analysis.trial.scenario
  return Object.entries(LOOKS).flatMap(([id, look]): Remark[] => {
    const message = look(analysis)
    return message === undefined ? [] : [{ id, message, scenario: sku }]
  })
}
