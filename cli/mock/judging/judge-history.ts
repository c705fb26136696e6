import { adviceOf } from '../../../certification/advice.ts'
import { type Analysis, readRun } from '../../../certification/analysis.ts'
import { journalOf } from '../../../certification/plan.ts'
import type { RuleFinding } from '../../../certification/rule-finding.ts'
import { CLIENT_CLAUSE_IDS, judgeAnalysis } from '../../../certification/rules.ts'
import { splitTrials } from '../../../certification/split-trials.ts'
import type { Trial } from '../../../certification/trial.ts'
import { CLIENT_CLAUSES, type ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import type { ClauseJudgement, KeyHistory } from '../../../mock-server/sandbox/mock.ts'

/** Clauses about what comes before a purchase: the exchanges that show it may be left out. */
const NEEDS_BEGINNING: readonly ClientClauseId[] = [
  'ping-first',
  'sku-from-catalogue',
  'price-before-purchase',
  'balance-before-purchase',
]
const NOTHING_BOUGHT = 'Nothing was bought with this key yet.'
const NOTHING_LEFT = 'Nothing that was bought with this key is left in the journal.'
const LEFT_OUT = 'The beginning is no longer looked at, so that this can not be seen.'
const CLOCK_CHANGED =
  'The clock of this key was changed, and the rule measures real time: how long the client waited can not be seen.'

/**
 * The rules of a certification over what one key did so far. A card that was bought is a scenario; that nothing more comes
 * breaks no clause, since more may come.
 */
export function judgeHistory(history: KeyHistory): readonly ClauseJudgement[] {
  const { trials } = trialsOf(history)
  const analyses = readRun(trials, history.profile, !history.isClockChanged)
  const judgements = analyses.map(judgeAnalysis)
  return CLIENT_CLAUSE_IDS.map((id) => {
    const findings = judgements.map((judgement) => judgement.findings[id])
    const { verdict, message, broken } = combined(id, findings, history)
    const first = verdict === 'broken' ? findings.findIndex((one) => one.verdict === 'broken') : -1
    // In a trial, the number of an exchange is its place in the history.
    const at = broken.flatMap((place) => history.exchanges[place] ?? [])
    const { level, section, text } = CLIENT_CLAUSES[id]
    const lesson = adviceIn(id, findings[first], analyses[first])
    const seen = { breaks: at.map(({ seq }) => seq), lesson, brokenAt: at[0]?.at ?? null }
    return { id, level, section, text, verdict, message, ...seen }
  })
}

/** What a certification would advise, without the command that runs it again: nobody knows how this client was started. */
function adviceIn(
  id: ClientClauseId,
  finding: RuleFinding | undefined,
  analysis: Analysis | undefined,
): ClauseJudgement['lesson'] {
  if (finding === undefined || analysis === undefined) return null
  const { command: _, ...lesson } = adviceOf(id, finding, analysis, { command: null, rerun: [] })
  return lesson
}

type Combined = Pick<ClauseJudgement, 'verdict' | 'message'> & { readonly broken: readonly number[] }

function combined(id: ClientClauseId, findings: readonly RuleFinding[], history: KeyHistory): Combined {
  const unseen = unseenBecause(id, history)
  const broken = findings.filter(({ verdict }) => verdict === 'broken')
  if (unseen !== undefined) return { verdict: 'not-observed', message: unseen, broken: [] }
  if (broken.length > 0)
    return {
      verdict: 'broken',
      message: broken[0]?.message ?? null,
      broken: [...new Set(broken.flatMap(breaking))].sort((one, other) => one - other),
    }
  if (findings.some(({ verdict }) => verdict === 'kept'))
    return { verdict: 'kept', message: null, broken: [] }
  const nothing = history.omitted === 0 ? NOTHING_BOUGHT : [NOTHING_LEFT, ...history.gaps].join(' ')
  return { verdict: 'not-observed', message: findings[0]?.message ?? nothing, broken: [] }
}

function unseenBecause(id: ClientClauseId, { omitted, isClockChanged }: KeyHistory): string | undefined {
  if (omitted > 0 && NEEDS_BEGINNING.includes(id)) return LEFT_OUT
  return isClockChanged && id === 'waits-poll-after' ? CLOCK_CHANGED : undefined
}

/** A rule marks the requests that break its clause; without a mark, those that show it. */
function breaking({ breaks, evidence }: RuleFinding): readonly number[] {
  return breaks.length > 0 ? breaks : evidence.map(({ seq }: Exchange) => seq)
}

/** No certification: nobody planned what is in it. */
const NOT_A_RUN = 'This is what one key did at a mock, and no run of a certification.'
const IN_TIME = 'The clock of the key was changed: its waits are not what they seem.'

/**
 * What a key did, as the recording of a certification that was not finished: `judge` gives a verdict on each clause that can
 * be seen in it, and certifies nothing.
 *
 * @returns undefined where nothing was bought.
 */
export function recordHistory(history: KeyHistory, baseUrl: string): string | undefined {
  const { trials, beganAt, endedMs } = trialsOf(history)
  if (trials.length === 0) return undefined
  const chosen = trials.map(({ scenario }) => scenario)
  const others = SCENARIOS.filter(({ sku }) => chosen.every((one) => one.sku !== sku))
  return journalOf(
    { profile: history.profile, scenarios: [...chosen, ...others], chosen, stated: { command: null } },
    {
      trials,
      baseUrl,
      startedAt: beganAt,
      durationMs: endedMs,
      ending: [NOT_A_RUN, ...(history.isClockChanged ? [IN_TIME] : []), ...history.gaps].join(' '),
    },
  )
}

/** What a key did as the trials of a certification: a card that was bought is a scenario. */
function trialsOf(history: KeyHistory): {
  readonly trials: readonly Trial[]
  /** Milliseconds since the Unix epoch. */
  readonly beganAt: number
  readonly endedMs: number
} {
  const { scenarios, profile, openingBalance, omitted: unrecorded } = history
  const [first] = history.exchanges
  const beganAt = first === undefined ? history.endedAt : Date.parse(first.at) - first.arrivedMs
  const exchanges = history.exchanges.map((exchange, seq) => ({ ...exchange, seq }))
  const endedMs = Math.max(0, history.endedAt - beganAt)
  const split = splitTrials({ exchanges, scenarios, profile, endedMs, openingBalance, unrecorded })
  return { trials: split.map((trial) => ({ ...trial, isUnplanned: true })), beganAt, endedMs }
}
