import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Lesson } from '../../contract/report/report.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { redact } from '../../contract/text/redact.ts'
import { shellCommand } from '../../contract/text/shell-command.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { lineWords, traceOf } from '../start/client-trace.ts'
import { isPreflight } from '../start/stop.ts'
import { namesOf, type Trial } from '../trial.ts'
import { codeFor, languageOf } from './code/code.ts'
import { CONSEQUENCES, LESSONS } from './lessons.ts'
import { FOLLOWING } from './mistakes/following.ts'
import type { Mistake, Mistakes, Seen, Text } from './mistakes/mistake.ts'
import { RECOVERING } from './mistakes/recovering.ts'
import { SENDING } from './mistakes/sending.ts'

const MISTAKES: Mistakes = { ...SENDING, ...RECOVERING, ...FOLLOWING }

/**
 * The advice for a broken clause, by the mistake that was seen: its consequence, usual cause and smallest fix; and where they
 * are known, the fix as code in the client's language, and the client's line that it may be at.
 */
export function lessonOf(
  id: ClientClauseId,
  finding: Seen['finding'],
  analysis: Analysis,
  run: ClientToRepeat,
): Lesson {
  const { trial, profile } = analysis
  const trace = traceOf(trial)
  const language = languageOf(trial.exchanges, run.command, trace?.language)
  const seen: Seen = { finding, analysis, language }
  const mistake = MISTAKES[id]?.find(
    ({ of = finding.mistake, isSeen }) => of === finding.mistake && (isSeen === undefined || isSeen(seen)),
  )
  const general = LESSONS[id]
  const textOf = (text: Text) => (typeof text === 'string' ? text : text(seen))
  const code = codeFor(mistake?.code, language, profile)
  return {
    consequence: textOf((finding.mistake && CONSEQUENCES[finding.mistake]) ?? general.consequence),
    cause: textOf(mistake?.cause ?? general.cause),
    remedy: textOf(mistake?.remedy ?? general.remedy),
    ...(code !== undefined && { code }),
    ...(trace !== null && mayComeFromError(mistake, seen) && { line: lineWords(trace) }),
    command: commandLine(ownScenario(trial), run),
  }
}

/** What to run alone: a preflight can't be, nor a card that is no scenario; and a scenario runs under its own name. */
export function ownScenario(trial: Trial): Pick<Scenario, 'sku' | 'restarts'> | null {
  return isPreflight(trial.scenario) || trial.own === trial.scenario.sku
    ? null
    : { restarts: trial.scenario.restarts, sku: namesOf(trial).sku }
}

/** What a client wrote has no times: its last error is about its last request. */
function mayComeFromError(mistake: Mistake | undefined, { finding, analysis }: Seen): boolean {
  const last = analysis.trial.exchanges.at(-1)
  const isOfLast = mistake?.raises === 'last' && finding.evidence.some(({ seq }) => seq === last?.seq)
  return isOfLast || mistake?.raises === 'any'
}

export type ClientToRepeat = {
  /** Null for a service that is started elsewhere. */
  readonly command: readonly string[] | null
  /** The words that start such a run, up to its scenarios; the kit by its name where they are left out. */
  readonly rerun?: readonly string[] | undefined
  /** The table. Default: none of its scenarios kills the client. */
  readonly scenarios?: readonly Pick<Scenario, 'restarts'>[]
}

/** It runs one scenario alone, or all where it is null: quoted for a POSIX shell, and without any key. */
export function commandLine(
  scenario: Pick<Scenario, 'sku' | 'restarts'> | null,
  { command, rerun, scenarios = [] }: ClientToRepeat,
): string {
  const isKilled = (scenario === null ? scenarios : [scenario]).some(({ restarts }) => restarts !== undefined)
  const words = [
    ...(rerun ?? ['partner-purchase', 'certify', ...(command === null ? ['--listen'] : [])]),
    ...(isKilled ? ['--restart'] : []),
    ...(scenario === null ? [] : ['--only', scenario.sku]),
    ...(command === null ? [] : ['--', ...command]),
  ]
  return redact(shellCommand(words))
}
