import { provenanceOf } from '../contract/profile/profile.ts'
import { SERVER_CLAUSES, type ServerClauseId } from '../contract/reference/server-clauses.ts'
import { TOOL } from '../contract/report/kit.ts'
import { newReport } from '../contract/report/new-report.ts'
import type {
  AssumptionReport,
  CheckReport,
  ClauseReport,
  Remark,
  Report,
} from '../contract/report/report.ts'
import { clauseVerdict, outcomeOf } from '../contract/report/verdict.ts'
import { counted } from '../contract/text/listed.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { readPointer } from '../contract/wire/json-pointer.ts'
import { isPollAfter } from '../contract/wire/processing.ts'
import { adviceOn, runAgain } from './advice.ts'
import { type Call, isProcessing, mayChange, summaryOf } from './answers.ts'
import { ANSWERED_GAPS, judgeAssumption } from './assumptions.ts'
import type { ClientFailure } from './checks/reference-client.ts'
import { SHORTEST_POLL_MS } from './follow.ts'
import type { Money } from './money.ts'
import type { Service } from './service.ts'
import { explained, type Result } from './suite.ts'
import { markWords } from './target/exchange.ts'

/** Why a run ended early. Its outcome is null if the findings decide it. */
export type Ending = { readonly outcome: Report['outcome'] | null; readonly message: string }

export type RunFound = {
  readonly service: Service
  readonly money: Money
  readonly results: readonly Result[]
  /** The requested clauses; null if all were requested. */
  readonly only: ReadonlySet<ServerClauseId> | null
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  readonly durationMs: number
  readonly ending: Ending | null
  /** How the reference client failed; null if it did not. */
  readonly client: ClientFailure | null
}

export function reportOf(run: RunFound): Report {
  const { service, ending, client } = run
  const { target } = service
  const clauses = clauseReports(run)
  const assumptions = assumptionReports(service, ending)
  const found = ending?.outcome ?? outcomeOf(clauses, assumptions)
  // A service that keeps every clause sells to a client that follows them. If it does not, the run has missed
  // something.
  const isUnsold = found === 'kept' && client !== null
  const ping = service.calls.find(({ exchange, status }) => exchange.operation === 'ping' && status === 200)
  const mode = ping && readPointer(ping.json, service.profile.ping.mode)
  const facts = { tool: TOOL, baseUrl: target.baseUrl, startedAt: run.startedAt, durationMs: run.durationMs }
  return {
    ...newReport('verify', {
      ...facts,
      mode: typeof mode === 'string' ? service.recorder.clean(mode).slice(0, 32) : null,
    }),
    outcome: isUnsold ? 'incomplete' : found,
    message: ending?.message ?? (isUnsold ? clientWords(client) : refusedKeyWords(service)),
    clauses,
    assumptions,
    // What is the message of the run is no remark beside it.
    remarks: remarksOn(isUnsold ? { ...run, client: null } : run),
    purchases: { limit: target.maxPurchases, sent: service.purchasesSent },
  }
}

function clientWords({ step, message }: ClientFailure): string {
  return `The reference client, which buys as a partner would, did not get its card: it failed at its ${step}. ${message}`
}

/** For a service that refused every call with the key: nothing else was seen of it. */
function refusedKeyWords({ calls, target }: Service): string | null {
  const own = calls.filter(({ key }) => key === 'own')
  const isRefused = own.length > 0 && own.every(({ status }) => status === 401 || status === 403)
  if (!isRefused) return null
  return `The service at ${target.baseUrl} did not accept the key: every call got ${own[0]?.status}. Check the key; if it is valid, the profile may send it in another way than the service expects.`
}

/** The report of a run that sent nothing. */
export function emptyReport(service: Service, ending: Ending): Report {
  const money = { kind: 'unknown', reason: '' } as const
  return reportOf({
    service,
    money,
    results: [],
    only: null,
    startedAt: Date.now(),
    durationMs: 0,
    ending,
    client: null,
  })
}

const NOT_RUN = 'The run ended before this was seen.'

function clauseReports({ service, results, only }: RunFound): ClauseReport[] {
  const all = explained(results)
  // A broken clause is reported even if it was only run because another one needs it.
  const isShown = (id: string) =>
    (only?.has(id as ServerClauseId) ?? true) ||
    all.some(({ check, verdict }) => check.clause === id && verdict === 'broken')
  return Object.values(SERVER_CLAUSES)
    .filter(({ id }) => isShown(id))
    .map((clause) => {
      const id = clause.id as ServerClauseId
      const checks = all
        .filter(({ check }) => check.clause === id)
        .filter(isTelling)
        .map((result) => checkReport(result, service))
      const verdict = clauseVerdict(checks.map((check) => check.verdict))
      const needs = verdict === 'out-of-reach' ? (checks[0]?.message ?? null) : null
      return { ...clause, verdict, needs, excused: null, checks: checks.length > 0 ? checks : [notRun(id)] }
    })
}

/** A standing check without anything to judge is left out: the checks that act give the reason. */
function isTelling({ check, verdict, message }: Result): boolean {
  return 'run' in check || verdict !== 'not-observed' || message !== null
}

function notRun(clause: string): CheckReport {
  const found = { verdict: 'not-observed', message: NOT_RUN, lesson: null } as const
  return {
    id: `${clause}/not-run`,
    title: 'the run came as far as this clause',
    ...found,
    restsOn: [],
    evidence: [],
  }
}

function checkReport({ check, verdict, message, calls, fault }: Result, { target }: Service): CheckReport {
  const { clause, name, title } = check
  const lesson =
    verdict === 'broken' ? { ...adviceOn(clause, name, fault), command: runAgain(target, clause) } : null
  const restsOn = 'restsOn' in check ? [...(check.restsOn ?? [])] : []
  return { id: `${clause}/${name}`, title, verdict, message, lesson, restsOn, evidence: evidenceOf(calls) }
}

/** The most exchanges in the evidence of a check: the first ones and the last ones. */
const MOST_EVIDENCE = 24

function evidenceOf(calls: readonly Call[]): Exchange[] {
  const exchanges = [...new Set(calls)]
    .sort((one, other) => one.sentMs - other.sentMs)
    .map(({ exchange }) => asEvidence(exchange))
  const half = MOST_EVIDENCE / 2
  return exchanges.length <= MOST_EVIDENCE
    ? exchanges
    : [...exchanges.slice(0, half), ...exchanges.slice(-half)]
}

function assumptionReports(service: Service, ending: Ending | null): AssumptionReport[] {
  return ANSWERED_GAPS.map(({ gap, profileKey }) => {
    const judged = judgeAssumption(gap, service)
    const isCut = ending !== null && judged.verdict === 'not-observed'
    const provenance = provenanceOf(service.profile, profileKey)
    return { gap, profileKey, provenance, ...judged, ...(isCut && { message: NOT_RUN }) }
  })
}

/** Remarks on what no clause decides. They change no verdict. */
function remarksOn({ service, money, results, client, ending }: RunFound): Remark[] {
  const wasAwaited = ({ status, failure }: Call) => status !== null || failure !== null
  const silent = service.calls.filter((call) => mayChange(call) && wasAwaited(call)).length
  const once = results.filter(({ message }) => message?.startsWith('It failed once') ?? false)
  const waits = service.calls.flatMap((call) => {
    const seconds = isProcessing(call) ? summaryOf(call)?.pollAfterSeconds : undefined
    return isPollAfter(seconds) ? [seconds] : []
  })
  const shortest = Math.min(...waits)
  const said: Readonly<Record<string, string | false>> = {
    'asked-again':
      silent > 0 &&
      ending?.outcome !== 'unreachable' &&
      `${counted(silent, 'answer')} said nothing, so the same requests were sent again.`,
    'balance-lags':
      money.kind === 'known' &&
      money.lagMs > SHOWN_LAG_MS &&
      `The balance shows a purchase ${(money.lagMs / 1000).toFixed(1)} s after it${money.isAtSettlement ? ', once its order has settled' : ''}.`,
    'balance-unseen': money.kind === 'unknown' && service.orders.length > 0 && money.reason,
    'byte-order-mark': service.recorder.marked > 0 && markWords(service.recorder.marked),
    'failed-once':
      once.length > 0 &&
      `${listed(once)} failed once, and not when repeated: ask whether the service fails now and then.`,
    'polls-bounded':
      shortest * 1000 < SHORTEST_POLL_MS &&
      `A PROCESSING summary asked to be polled again after ${shortest} s. The run asked for no order more often than every ${SHORTEST_POLL_MS} ms, so it polled later than it was asked to; a client that obeys polls as fast as it can.`,
    'reference-client': client !== null && clientWords(client),
  }
  return Object.entries(said).flatMap(([id, message]) =>
    message === false ? [] : [{ id, message: service.recorder.clean(message), scenario: null }],
  )
}

const SHOWN_LAG_MS = 500

function listed(results: readonly Result[]): string {
  return results.map(({ check }) => `${check.clause}/${check.name}`).join(', ')
}

/** Longer bodies are shortened in the evidence. */
const SHOWN_CHARACTERS = 20_000

function asEvidence({ request, response, ...rest }: Exchange): Exchange {
  const shortened = (text: string) =>
    text.length <= SHOWN_CHARACTERS
      ? text
      : `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length - SHOWN_CHARACTERS} characters more)`
  return {
    ...rest,
    request: { ...request, body: request.body === null ? null : shortened(request.body) },
    response: response && { ...response, body: shortened(response.body) },
  }
}
