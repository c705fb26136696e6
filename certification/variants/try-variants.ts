import type { Profile } from '../../contract/profile/profile.ts'
import { newReport, type RunFacts } from '../../contract/report/new-report.ts'
import type { Remark, Report, VariantReport } from '../../contract/report/report.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Trial } from '../trial.ts'
import { behaviourOf, differenceOf } from './behaviour.ts'
import { type AnswerChange, asSent, type Variant } from './variant.ts'
import { answerTo } from './variants.ts'

/** One trial that is to be made: with a variant, or without one as its control. */
export type Attempt = {
  readonly name: string
  readonly scenario: Scenario
  /** The whole scenario table of this trial's sandbox. */
  readonly scenarios: readonly Scenario[]
  readonly profile: Profile
  readonly answers: AnswerChange | null
  /** Null for a control. */
  readonly variant: Variant | null
}

/** Makes trials; null for one that was interrupted. Each has its own sandbox. */
export type MakeTrials = (attempts: readonly Attempt[]) => Promise<ReadonlyMap<Attempt, Trial | null>>

export type VariantPlan = {
  readonly variants: readonly Variant[]
  readonly profile: Profile
  readonly scenarios: readonly Scenario[]
}

/**
 * Tries a client with each variant, next to the same scenarios without it. A scenario that seems to depend on a variant is tried
 * once more, with another control: a difference that is seen only once may come from the machine, and does not count.
 */
export async function tryVariants(
  plan: VariantPlan,
  makeTrials: MakeTrials,
): Promise<readonly VariantReport[]> {
  const first = await tryOnce(plan, makeTrials)
  const doubtful = plan.variants.filter((_, index) => first[index]?.verdict === 'depends')
  if (doubtful.length === 0) return first
  const again = await tryOnce({ ...plan, variants: doubtful }, makeTrials)
  return first.map((row) => {
    const second = again.find(({ id }) => id === row.id)
    return second?.verdict === 'independent' ? second : row
  })
}

async function tryOnce(plan: VariantPlan, makeTrials: MakeTrials) {
  const { variants, profile } = plan
  const skus = [...new Set(variants.flatMap((variant) => variant.scenarios))]
  const controls = skus.map((sku) => attemptOf(null, sku, plan))
  const others = variants.map((variant) => variant.scenarios.map((sku) => attemptOf(variant, sku, plan)))
  const trials = await makeTrials([...controls, ...others.flat()])
  const controlOf = new Map(controls.map((attempt) => [attempt.scenario.sku, trials.get(attempt)]))
  return variants.map((variant, index) => {
    const pairs = others[index]?.map((attempt) => {
      const { sku } = attempt.scenario
      return { sku, control: controlOf.get(sku) ?? null, other: trials.get(attempt) ?? null }
    })
    return judgeVariant(variant, pairs ?? [], profile)
  })
}

function attemptOf(
  variant: Variant | null,
  sku: string,
  { profile, scenarios: table }: VariantPlan,
): Attempt {
  const course = variant?.course ?? ((same) => same)
  const scenarios = table.map((one) => (one.sku === sku ? { ...one, course: course(one.course) } : one))
  const scenario = scenarios.find((one) => one.sku === sku)
  if (scenario === undefined) throw new Error(`A variant is shown in ${sku}, and no scenario has that SKU.`)
  return {
    ...{ name: `${variant?.id ?? 'control'} ${sku}`, variant, scenario, scenarios },
    profile: variant?.profile ?? profile,
    answers: variant?.answers ?? null,
  }
}

/** One scenario, as the same client ran it without a variant and with it; null for a run that did not finish. */
type TrialPair = {
  readonly sku: string
  readonly control: Trial | null
  readonly other: Trial | null
}

/** The result of comparing two trials: what was different, and why nothing can be said; null where something can. */
type Sight = { readonly differences: readonly string[]; readonly unseen: string | null }

/** Pure. `profile` is that of the control. An answer that the client never received is not observed. */
function judgeVariant(variant: Variant, pairs: readonly TrialPair[], profile: Profile): VariantReport {
  const sights = pairs.map((pair) => ({ pair, sight: sightOf(variant, pair, profile) }))
  const differing = sentences(sights, ({ differences }) =>
    differences.length > 0 ? `it ${differences.join('; it ')}` : null,
  )
  const { id, gaps, change, readAt, scenarios } = variant
  const row = {
    id,
    gaps: [...gaps],
    answeredBy: answerTo(variant, profile),
    change,
    readAt,
    scenarios: [...scenarios],
  }
  if (differing.length > 0) return { ...row, verdict: 'depends', message: differing.join(' ') }
  if (sights.some(({ sight }) => sight.unseen === null))
    return { ...row, verdict: 'independent', message: null }
  return { ...row, verdict: 'not-observed', message: sentences(sights, ({ unseen }) => unseen).join(' ') }
}

/** What was seen, once for all scenarios in which the same was. */
function sentences(
  sights: readonly { readonly pair: TrialPair; readonly sight: Sight }[],
  wordsOf: (sight: Sight) => string | null,
): readonly string[] {
  const byWords = Map.groupBy(sights, ({ sight }) => wordsOf(sight))
  return [...byWords].flatMap(([words, own]) =>
    words === null ? [] : [`In ${own.map(({ pair }) => pair.sku).join(' and ')} ${words}.`],
  )
}

function sightOf(variant: Variant, { control, other }: TrialPair, profile: Profile): Sight {
  const nothing = (unseen: string) => ({ differences: [], unseen })
  if (control === null || other === null) return nothing('the run was interrupted before both ended')
  if (control.exit !== null && control.exit.cause !== 'exited')
    return nothing('the client did not end by itself without it, either')
  const hasReceived = other.exchanges.some(
    (exchange) => exchange.delivery?.outcome !== 'lost' && variant.isReceived(exchange),
  )
  if (!hasReceived) return nothing('the client never received it')
  const behaviour = behaviourOf(asSent(other, variant), variant.profile ?? profile)
  return { differences: differenceOf(behaviourOf(control, profile), behaviour), unseen: null }
}

/** The report of a matrix of assumptions. It judges no clause, and its outcome is never green. */
export function matrixReport(
  variants: readonly VariantReport[],
  facts: RunFacts,
  remarks: readonly Remark[] = [],
): Report {
  return {
    ...newReport('variants', facts),
    remarks: [...remarks],
    variants: [...variants],
  }
}
