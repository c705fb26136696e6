import type { Profile } from '../../contract/profile/profile.ts'
import type { StartFailure } from '../../contract/report/start-failure.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { codeFor } from '../lessons/code/code-for.ts'
import { type ClientToRepeat, commandLine } from '../lessons/command-line.ts'
import { clientLanguage, lineWords, traceOf } from '../lessons/lesson.ts'
import { quoteName } from '../quote-name.ts'
import { namesOf, type Trial } from '../trial.ts'
import { errorLine } from './error-line.ts'
import { isPreflight } from './preflight-scenario.ts'
import { codeIdOf, remedyOf } from './remedies.ts'
import { requestWords, type Stop, stopOf } from './stop.ts'

/** How the client was run, and the table of scenarios. */
type Run = ClientToRepeat & { readonly scenarios: readonly Scenario[] }

/**
 * Why no scenario came as far as its purchase: one cause for all of them, or the most frequent one.
 *
 * @returns undefined where a card was bought, or where none was to be.
 *
 * @example
 * startFailureOf(analyses, facts)?.message
 * // 'No scenario got past GET /ping: 401, because no key is sent: there is no header Authorization.'
 */
export function startFailureOf(analyses: readonly Analysis[], run: Run): StartFailure | undefined {
  const wanted = analyses.filter(({ trial }) => trial.scenario.price <= trial.openingBalance)
  const stops = wanted.flatMap((analysis) => stopOf(analysis) ?? [])
  const [first] = wanted
  if (first === undefined || stops.length < wanted.length) return undefined
  const { profile } = first
  const groups = [...Map.groupBy(stops, (stop) => stepWords(stop, profile)).values()]
  const [same = []] = groups.toSorted((one, other) => other.length - one.length)
  const [stop] = same
  if (stop === undefined) return undefined
  const clientError = errorOf(stop.trial)
  const trace = traceOf(stop.trial)
  const code = codeFor(codeIdOf(stop, profile), clientLanguage(stop.trial, run.command, trace), profile)
  return {
    message: `${whichWords(same, wanted)} ${stepWords(stop, profile)}${causeWords(stop)}.`,
    remedy: remedyOf(stop, clientError, profile),
    nearMiss: stop.at === 'refused' ? stop.exchange.nearMiss : null,
    clientError,
    ...(code !== undefined && { code }),
    ...(trace !== null && {
      line: lineWords({ ...trace, error: trace.error === clientError ? null : trace.error }),
    }),
    command: commandLine(ownScenario(stop.trial, run), run),
    scenarios: same.map(({ trial }) => namesOf(trial).sku),
  }
}

/** A preflight can't be run alone: the first scenario of the table shows the same. */
function ownScenario(trial: Trial, { scenarios: [first] }: Run): Pick<Scenario, 'sku' | 'restarts'> {
  const { scenario } = trial
  return isPreflight(scenario) && first !== undefined ? first : { ...scenario, sku: namesOf(trial).sku }
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
  const request = requestWords(stop.exchange, profile)
  if (stop.at === 'refused') return `past ${request}: ${stop.status}`
  const { response } = stop.exchange
  const answer = response === null ? 'got no answer' : `was answered with ${response.status}`
  return `past ${request}: it ${answer}, and ${endWords(stop.trial)}`
}

function silenceWords(trial: Trial): string {
  if (trial.unreadable !== undefined) return 'what arrived is no request of HTTP'
  if (trial.exit === null) return 'none arrived'
  return trial.exit.cause === 'time-limit'
    ? 'the client sent none until its time was up'
    : `${endWords(trial)} before it sent any`
}

/** Why a request was refused: the near miss of the mock, or else the detail of its answer. */
function causeWords(stop: Stop): string {
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
