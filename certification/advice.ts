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

/** The advice for a broken clause, by the mistake that was seen: its damage, usual cause and smallest fix. */
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
    command: commandLine(ownScenario(analysis.trial), run),
  }
}

function mistakeIn(id: ClientClauseId, seen: Seen): Mistake {
  const { mistake: kind } = seen.finding
  const found = MISTAKES[id].find(
    ({ of, isSeen }) =>
      (of === undefined || (kind !== undefined && of.includes(kind))) &&
      (isSeen === undefined || isSeen(seen)),
  )
  if (found === undefined) throw new Error(`The last mistake of ${id} has to fit in any case.`)
  return found
}

/** The section of the reference whose sentence a mistake is against, where a clause stands in two. */
export function sectionAgainst({ mistake }: Pick<RuleFinding, 'mistake'>): string | undefined {
  return mistake && SECTIONS[mistake]
}

const SECTIONS: { readonly [Kind in MistakeKind]?: string } = {
  ...{ 'other-sku': '2', 'same-sku': '2', conflict: '2' },
  ...{ processing: '4', settled: '4', pending: '4' },
}

/** What to run alone: a preflight can't be, nor a card that is no scenario; and a scenario runs under its own name. */
export function ownScenario(trial: Trial): Pick<Scenario, 'sku' | 'restarts'> | null {
  return isPreflight(trial.scenario) || trial.own === trial.scenario.sku
    ? null
    : { restarts: trial.scenario.restarts, sku: namesOf(trial).sku }
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
