import * as z from 'zod'
import { SERVER_CLAUSES } from '../contract/reference/server-clauses.ts'
import type { BaselineReport, ClauseReport, Report } from '../contract/report/report.ts'
import { type Outcome, outcomeOf } from '../contract/report/verdict.ts'
import { parseJson } from '../contract/text/parse-json.ts'

/** A baseline can't be used. The message names the file, the entry, what was found and what is valid. */
class BaselineError extends Error {
  override readonly name = 'BaselineError'
}

const clauseIds = Object.keys(SERVER_CLAUSES)

const entrySchema = z.strictObject({
  clause: z.string().refine((id) => clauseIds.includes(id), 'the id of a clause that binds the server'),
  verdict: z.enum(['broken', 'not-observed'], 'broken or not-observed'),
  reason: z.string('a sentence').refine((text) => text.trim() !== '', 'a sentence'),
  expires: z.iso.date('an ISO date, such as 2027-01-31'),
})

const baselineSchema = z
  .array(entrySchema, 'a list of entries')
  .refine(
    (entries) => new Set(entries.map(({ clause }) => clause)).size === entries.length,
    'one entry per clause',
  )

export type Baseline = z.infer<typeof baselineSchema>

const EXAMPLE =
  '[{ "clause": "order-leaves-processing", "verdict": "not-observed", "reason": "TEST orders settle at once", "expires": "2027-01-31" }]'

/** @throws {BaselineError} if the text is not a list of entries. */
export function parseBaseline(text: string, source: string): Baseline {
  const parsed = baselineSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path, message }) => {
    return `${source}: ${path.length === 0 ? 'the document' : path.join('.')}: expected ${message}`
  })
  throw new BaselineError(`${lines.join('\n')}\nA baseline is, for example: ${EXAMPLE}`)
}

/**
 * Applies a baseline to a report. A clause with the verdict of its entry no longer counts against the run. An entry
 * that has expired, or whose clause has another verdict, excuses nothing and fails the run, since a baseline must stay
 * true.
 *
 * @param today an ISO date.
 */
export function excuse(report: Report, baseline: Baseline, today: string): Report {
  const verdicts = new Map(report.clauses.map(({ id, verdict }) => [id, verdict]))
  const entries = baseline.map((entry): BaselineReport => {
    if (today > entry.expires) return { ...entry, state: 'expired' }
    return { ...entry, state: verdicts.get(entry.clause) === entry.verdict ? 'applied' : 'stale' }
  })
  const applied = new Map(entries.filter(isApplied).map(({ clause, reason }) => [clause, reason]))
  const clauses = report.clauses.map((clause) => ({ ...clause, excused: applied.get(clause.id) ?? null }))
  const excused = { ...report, clauses, baseline: entries, outcome: outcomeWith(clauses, report) }
  const untrue = entries.filter((entry) => !isApplied(entry))
  if (untrue.length === 0) return excused
  const message = untrue.map((entry) => untrueSentence(entry, report)).join(' ')
  return { ...excused, outcome: 'broken', message }
}

function isApplied({ state }: BaselineReport): boolean {
  return state === 'applied'
}

/** A run without a kept clause has seen nothing, so excuses alone do not pass it. */
function outcomeWith(clauses: readonly ClauseReport[], { assumptions }: Report): Outcome {
  if (!clauses.some(({ verdict }) => verdict === 'kept')) return outcomeOf(clauses, assumptions)
  return outcomeOf(
    clauses.filter(({ excused }) => excused === null),
    assumptions,
  )
}

function untrueSentence(
  { clause: id, verdict, expires, state }: BaselineReport,
  { clauses }: Report,
): string {
  if (state === 'expired') return `The baseline's excuse for ${id} expired on ${expires}.`
  const isOutOfReach = clauses.some((clause) => clause.id === id && clause.verdict === 'out-of-reach')
  if (!isOutOfReach) return `The baseline says that ${id} is ${verdict}, and it is not: remove the entry.`
  return `The baseline says that ${id} is ${verdict}. It is out of reach, which is not counted and needs no excuse: remove the entry. To count it anyway, keep the entry and add --require ${id}.`
}

/** The report of a strict run, which an assumption that differs fails like a broken clause. */
export function withStrictAnswers(report: Report): Report {
  const differing = report.assumptions.filter(({ verdict }) => verdict === 'differs').map(({ gap }) => gap)
  if (differing.length === 0 || (report.outcome !== 'kept' && report.outcome !== 'incomplete')) return report
  const message = `No documented clause is broken, but the run is strict, and assumptions differ: ${differing.join(', ')}.`
  return { ...report, outcome: 'broken', message }
}

/** Makes these clauses count even if they are out of reach: they are then not observed. */
export function requireClauses(report: Report, ids: readonly string[]): Report {
  const clauses = report.clauses.map((clause) => {
    if (clause.verdict !== 'out-of-reach' || !ids.includes(clause.id)) return clause
    const checks = clause.checks.map((check) => ({ ...check, verdict: 'not-observed' as const }))
    return { ...clause, checks, verdict: 'not-observed' as const, needs: null }
  })
  const outcome = report.outcome === 'kept' ? outcomeOf(clauses, report.assumptions) : report.outcome
  return { ...report, clauses, outcome }
}

/** How many days a proposed entry applies. */
export const ACCEPTED_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The baseline that would excuse this run: the entries that still apply, and an entry for each other clause that is
 * broken or not observed, which applies for {@link ACCEPTED_DAYS}.
 */
export function proposeBaseline({ clauses, baseline }: Report, today: string): Baseline {
  const expires = new Date(Date.parse(today) + ACCEPTED_DAYS * DAY_MS).toISOString().slice(0, 10)
  const reason = `Found on ${today}: say here why this is accepted.`
  const applied = baseline.filter(({ state }) => state === 'applied').map(({ state: _, ...entry }) => entry)
  const found = clauses.flatMap(({ id, verdict, excused }) =>
    excused === null && (verdict === 'broken' || verdict === 'not-observed')
      ? [{ clause: id, verdict, reason, expires }]
      : [],
  )
  return [...applied, ...found]
}
