import type { Report } from '../../../contract/report/report.ts'
import { compareObserved } from '../../../contract-tests/drift/compare.ts'
import type { Observed } from '../../../contract-tests/drift/observed.ts'
import {
  type Baseline,
  excuse,
  requireClauses,
  withStrictAnswers,
} from '../../../contract-tests/report/baseline.ts'
import { proposeBaseline } from '../../../contract-tests/report/propose-baseline.ts'
import type { Io } from '../../io.ts'
import type { Verification } from './verification.ts'

/** What a run is judged by, in addition to the reference. */
export type Yardstick = {
  /** Ids of clauses that count also if they are out of reach. */
  readonly required: readonly string[]
  readonly baseline: Baseline
  /** What an earlier run observed; undefined if there is nothing to compare with. */
  readonly earlier: Observed | undefined
  readonly isStrict: boolean
  /** An ISO date. */
  readonly today: string
}

/** A run with its verdict, and the baseline that would let it pass; null if it passes, or if no baseline would help. */
export type JudgedRun = { readonly report: Report; readonly proposal: Baseline | null }

/** Judges what a verification saw. A run that was ended early is not excused. */
export function judgeRun(
  { report, observed }: Pick<Verification, 'report' | 'observed'>,
  { required, baseline, earlier, isStrict, today }: Yardstick,
): JudgedRun {
  const seen = { ...requireClauses(report, required), drift: driftSince(earlier, observed) }
  const judgedWith = (entries: Baseline) => {
    const excused = report.message === null ? excuse(seen, entries, today) : seen
    return isStrict ? withStrictAnswers(excused) : excused
  }
  const judged = judgedWith(baseline)
  const proposal = proposeBaseline(judged, today)
  const isOfUse = judged.outcome !== 'kept' && judgedWith(proposal).outcome === 'kept'
  return { report: judged, proposal: isOfUse ? proposal : null }
}

/** The date of a run, for its baseline. */
export function today({ clock }: Pick<Io, 'clock'>): string {
  return new Date(clock.now()).toISOString().slice(0, 10)
}

function driftSince(earlier: Observed | undefined, now: Observed | null): Report['drift'] {
  if (earlier === undefined || now === null) return null
  return compareObserved(earlier, now).map(({ severity, sentence }) => ({ severity, sentence }))
}
