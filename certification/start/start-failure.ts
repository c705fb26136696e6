import type { Profile } from '../../contract/profile/profile.ts'
import type { ClauseReport, Lesson } from '../../contract/report/report.ts'
import type { StartFailure } from '../../contract/report/start-failure.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { codeFor, languageOf } from '../lessons/code/code.ts'
import { type ClientToRepeat, commandLine, ownScenario } from '../lessons/lesson.ts'
import { namesOf, quoteName, type Trial } from '../trial.ts'
import { errorLine, lineWords, traceOf } from './client-trace.ts'
import { codeIdOf, remedyOf } from './remedies.ts'
import { isPreflight, operationWords, ordinaryStopOf, requestWords, type Stop, stopOf } from './stop.ts'

/**
 * Why no scenario came as far as its purchase: one cause for all of them, or the most frequent one.
 *
 * @returns undefined where a card was bought, or where none was to be.
 *
 * @example
 * startFailureOf(analyses, facts)?.message
 * // 'No scenario got past GET /ping: 401, because no key is sent: there is no header Authorization.'
 */
export function startFailureOf(
  analyses: readonly Analysis[],
  run: ClientToRepeat,
  clauses: readonly ClauseReport[],
): StartFailure | undefined {
  const wanted = analyses.filter(({ trial }) => trial.scenario.price <= (trial.openingBalance ?? Infinity))
  const stops = wanted.flatMap((analysis) => stopIn(analysis) ?? [])
  const [first] = wanted
  if (first === undefined || stops.length < wanted.length) return undefined
  const { profile } = first
  const groups = [...Map.groupBy(stops, (stop) => stepWords(stop, profile)).values()]
  const [same = []] = groups.toSorted((one, other) => other.length - one.length)
  const [stop] = same
  if (stop === undefined) return undefined
  const clientError = errorOf(stop.trial)
  const trace = traceOf(stop.trial)
  const lesson = lessonAbout(stop, clauses)
  const language = languageOf(stop.trial.exchanges, run.command, trace?.language)
  const code =
    lesson === undefined ? codeFor(codeIdOf(stop, clientError, profile), language, profile) : lesson.code
  return {
    message: `${whichWords(same, wanted)} ${stepWords(stop, profile)}${causeWords(stop, profile)}.`,
    remedy: lesson?.remedy ?? remedyOf(stop, clientError, profile),
    nearMiss: stop.at === 'refused' || stop.at === 'lookup' ? stop.exchange.nearMiss : null,
    clientError,
    ...(code !== undefined && { code }),
    ...(trace !== null && {
      line: lineWords({ ...trace, error: trace.error === clientError ? null : trace.error }),
    }),
    command: commandLine(ownScenario(stop.trial), run),
    scenarios: same.map(({ trial }) => namesOf(trial).sku),
  }
}

/** In a scenario, the answer to a purchase may be a refusal, and only a whole run shows where a client looks. */
function stopIn(analysis: Analysis): Stop | undefined {
  return isPreflight(analysis.trial.scenario) ? ordinaryStopOf(analysis) : stopOf(analysis)
}

/** What a broken clause teaches about a request: no other advice is given for it. */
function lessonAbout(stop: Stop, clauses: readonly ClauseReport[]): Lesson | undefined {
  if (stop.at !== 'refused' || stop.exchange.operation !== 'createOrder') return undefined
  const { seq } = stop.exchange
  const broken = clauses.flatMap(({ level, verdict, checks }) =>
    level === 'must' && verdict === 'broken' ? checks : [],
  )
  return broken.find(({ evidence }) => evidence.some((one) => one.seq === seq))?.lesson ?? undefined
}

/** What a client prints on standard output is an error only where it failed. */
function errorOf({ output, exit }: Trial): string | null {
  const written = errorLine(output?.stderr.text ?? '')
  return written ?? (exit?.code === 0 ? null : errorLine(output?.stdout.text ?? ''))
}

function whichWords(same: readonly Stop[], all: readonly Analysis[]): string {
  const [first] = same
  if (first !== undefined && isPreflight(first.trial.scenario)) return 'The client did not get'
  if (all.length === 1) return `${first && namesOf(first.trial).sku} did not get`
  return same.length === all.length
    ? 'No scenario got'
    : `${same.length} of ${all.length} scenarios did not get`
}

/** What is the same in the scenarios that ended for one cause. */
function stepWords(stop: Stop, profile: Profile): string {
  if (stop.at === 'no-request') return `to a first request: ${silenceWords(stop.trial)}`
  if (stop.at === 'other-card') return `to its own card: the client ordered ${quoteName(stop.sku)} instead`
  if (stop.at === 'lookup') return `past ${stop.exchange.request.method} ${askedPath(stop)}: ${stop.status}`
  const request = requestWords(stop.exchange, profile)
  if (stop.at === 'refused') return `past ${request}: ${stop.status}`
  const { response } = stop.exchange
  const answer = response === null ? 'got no answer' : `was answered with ${response.status}`
  return `past ${request}: it ${answer}, and ${endWords(stop.trial)}`
}

/** Where it looked its order up: as it was sent where that shows the mistake. */
function askedPath({ exchange, path, isUnencoded }: Extract<Stop, { at: 'lookup' }>): string {
  return (isUnencoded ? exchange.request.target : path).slice(0, 80)
}

function silenceWords(trial: Trial): string {
  if (trial.unreadable !== undefined) return 'what arrived is no request of HTTP'
  if (trial.exit === null) return 'none arrived'
  return trial.exit.cause === 'time-limit'
    ? 'the client sent none until its time was up'
    : `${endWords(trial)} before it sent any`
}

/** Why a request was refused: the near miss of the mock, or else the detail of its answer. */
function causeWords(stop: Stop, profile: Profile): string {
  if (stop.at === 'lookup')
    return stop.isUnencoded
      ? ', because the reference in the path is not encoded'
      : `, because the lookup of this profile is ${operationWords('lookupOrder', profile)}`
  if (stop.at !== 'refused') return ''
  const { nearMiss, response } = stop.exchange
  const [said] = (nearMiss?.differs[0] ?? detailIn(response?.body ?? '')).replace(/\.$/, '').split('; send')
  if (said === undefined || said === '') return ''
  return `, because ${said.charAt(0).toLowerCase()}${said.slice(1)}`
}

function detailIn(body: string): string {
  try {
    const { detail, error } = JSON.parse(body)
    return String(detail ?? error?.message ?? '')
  } catch {
    return ''
  }
}

function endWords({ exit }: Trial): string {
  if (exit === null) return 'nothing followed'
  if (exit.cause === 'time-limit') return 'the client was still running when its time was up'
  if (exit.cause === 'flood') return 'the client was ended, since it sent too much'
  return exit.code === null
    ? `the client was ended by ${exit.signal ?? 'a signal'}`
    : `the client exited with ${exit.code}`
}
