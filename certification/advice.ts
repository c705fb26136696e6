import type { ClientClauseId } from '../contract/reference/client-clauses.ts'
import type { Lesson } from '../contract/report/report.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { redact } from '../contract/text/redact.ts'
import { shellCommand } from '../contract/text/shell-command.ts'
import type { Analysis } from './analysis.ts'
import { MISTAKES, type Mistake, type Text } from './mistakes.ts'
import { isPreflight } from './preflight-scenario.ts'
import { languageOf, seeSection } from './recipes.ts'
import type { MistakeKind, RuleFinding } from './rule-finding.ts'
import type { Seen } from './seen.ts'
import { namesOf, type Trial } from './trial.ts'

/** The advice for a broken clause: what the observed mistake costs, its usual cause, and the smallest fix. */
export function adviceOf(
  id: ClientClauseId,
  finding: Seen['finding'],
  analysis: Analysis,
  run: ClientToRepeat,
): Lesson {
  const language = languageOf(run.command)
  const seen: Seen = { finding, analysis, language }
  const { damage, cause, fix, shownIn } = mistakeIn(id, seen)
  const textOf = (text: Text) => (typeof text === 'string' ? text : text(seen))
  return {
    consequence: textOf(damage),
    cause: textOf(cause),
    remedy: textOf(fix),
    see: seeSection(language, shownIn),
    command: commandLine(scenarioToRerun(analysis.trial), run),
  }
}

function mistakeIn(id: ClientClauseId, seen: Seen): Mistake {
  const { mistake: kind } = seen.finding
  const found = MISTAKES[id].find(
    ({ kinds, isSeen }) =>
      (kinds === undefined || (kind !== undefined && kinds.includes(kind))) &&
      (isSeen === undefined || isSeen(seen)),
  )
  if (found === undefined) throw new Error(`The last mistake of ${id} must fit in any case.`)
  return found
}

/** A clause may stand in two sections of the reference. This is the section whose sentence the mistake breaks. */
export function sectionAgainst({ mistake }: Pick<RuleFinding, 'mistake'>): string | undefined {
  return mistake && SECTIONS[mistake]
}

const SECTIONS: { readonly [Kind in MistakeKind]?: string } = {
  ...{ 'other-sku': '2', 'same-sku': '2', conflict: '2' },
  ...{ processing: '4', settled: '4', pending: '4' },
}

/**
 * The scenario to run again by itself, under its own name. Null where that is impossible: for a preflight, and for a
 * card that belongs to no scenario.
 */
export function scenarioToRerun(trial: Trial): Pick<Scenario, 'sku' | 'restarts'> | null {
  return isPreflight(trial.scenario) || trial.scenarioSku === trial.scenario.sku
    ? null
    : { restarts: trial.scenario.restarts, sku: namesOf(trial).sku }
}

export type ClientToRepeat = {
  /** Null for a service, which the kit does not start. */
  readonly command: readonly string[] | null
  /** The words that started the run, without its choice of scenarios. Default: the kit's name and `certify`. */
  readonly rerun?: readonly string[] | undefined
  /** The scenario table, which shows whether the run needs `--restart`. Default: no scenario kills the client. */
  readonly scenarios?: readonly Pick<Scenario, 'restarts'>[]
}

/** The command that repeats one scenario, or all of them for null. It is quoted for a POSIX shell and holds no key. */
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
