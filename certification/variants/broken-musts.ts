import { CLIENT_CLAUSES, type ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Remark } from '../../contract/report/report.ts'
import { type Analysis, readRun } from '../analysis/analysis.ts'
import { judgeAnalysis } from '../rules.ts'
import type { Trial } from '../trial.ts'
import { MUSTS, TOLD_BY_THE_END } from './behaviour.ts'
import type { Attempt } from './try-variants.ts'
import { asSent } from './variant.ts'

const BROKEN_MUST = 'broken-must'

type Breach = { readonly id: ClientClauseId; readonly sku: string }

/**
 * The musts that a client broke while it was tried with other answers, each once per scenario. A finding that depends on
 * the changed answer is a dependence, and is not listed here.
 */
export function remarksOnMusts(trials: ReadonlyMap<Attempt, Trial | null>): Remark[] {
  const made = [...trials].flatMap(([attempt, trial]) => (trial === null ? [] : [{ attempt, trial }]))
  const breaches = [...inControls(made), ...made.flatMap(inVariant)]
  const once = new Map(breaches.map((breach) => [`${breach.id} ${breach.sku}`, breach]))
  return [...once.values()].map(({ id, sku }) => ({ id: BROKEN_MUST, message: wordsOf(id), scenario: sku }))
}

type Made = { readonly attempt: Attempt; readonly trial: Trial }

/** Only all trials together show where a client reads. */
function inControls(made: readonly Made[]): readonly Breach[] {
  const controls = made.filter(({ attempt }) => attempt.variant === null)
  const [first] = controls
  if (first === undefined) return []
  const analyses = readRun(
    controls.map(({ trial }) => trial),
    first.attempt.profile,
  )
  return analyses.flatMap((analysis) => breachesIn(analysis, MUSTS, []))
}

function inVariant({ attempt: { variant, profile }, trial }: Made): readonly Breach[] {
  if (variant === null) return []
  const independent = MUSTS.filter((id) => !TOLD_BY_THE_END.includes(id))
  return readRun([asSent(trial, variant)], profile).flatMap((analysis) =>
    breachesIn(analysis, independent, variant.gaps),
  )
}

function breachesIn(
  analysis: Analysis,
  ids: readonly ClientClauseId[],
  gaps: readonly string[],
): readonly Breach[] {
  const { sku } = analysis.trial.scenario
  const { findings } = judgeAnalysis(analysis)
  return ids.flatMap((id): Breach[] => {
    const { verdict, restsOn } = findings[id]
    return verdict === 'broken' && !restsOn.some((gap) => gaps.includes(gap)) ? [{ id, sku }] : []
  })
}

function wordsOf(id: ClientClauseId): string {
  const { section, text } = CLIENT_CLAUSES[id]
  return `It broke a must: ${id} (§${section}), the client ${text}. That is documented, not assumed: certify the client to see what it did.`
}
