import { provenanceOf } from '../../contract/profile/profile.ts'
import { SERVER_CLAUSES } from '../../contract/reference/server-clauses.ts'
import { newReport } from '../../contract/report/new-report.ts'
import type {
  AssumptionReport,
  CheckReport,
  ClauseReport,
  Remark,
  Report,
} from '../../contract/report/report.ts'
import { clauseVerdict, outcomeOf } from '../../contract/report/verdict.ts'
import { counted } from '../../contract/text/listed.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { type Money, moneyWords } from '../../contract/wire/money.ts'
import { isPollAfter } from '../../contract/wire/processing.ts'
import type { Entry, History, HistoryHead } from '../history/history.ts'
import { ANSWERED_GAPS, NOT_PROVOKED } from '../judge/assumptions.ts'
import { type Fact, factsOf } from '../judge/facts.ts'
import { type Judged, judgeAgain } from '../judge/judge-again.ts'
import { isBefore, ordersIn } from '../judge/orders.ts'
import { BLOCKED_KEY } from '../judge/why-unseen.ts'
import { SHORTEST_PAUSE_MS } from '../script/following.ts'
import { adviceOn, runAgain } from '../words/advice.ts'

/**
 * The report of a run: every check of the plan, judged from the history alone. The same history has the same report,
 * live and read back. Its entries are read twice or more: to be judged, and for what the report shows of them.
 */
export function reportOf({ head, entries }: History<Iterable<Entry>>): Report {
  const judged = judgeAgain(factsOf(entries, head.profile), entries, head)
  const { facts } = judged
  const clauses = clauseReports(judged, head, entries)
  const assumptions = assumptionReports(judged, head)
  const mode = facts.find(({ ping }) => ping !== null)?.ping?.mode.found
  const run = {
    ...head,
    startedAt: Date.parse(head.startedAt),
    mode: typeof mode === 'string' ? mode.slice(0, 32) : null,
  }
  const sent = facts.filter(({ operation }) => operation === 'createOrder').length
  return {
    ...newReport('verify', run),
    outcome: head.ending?.outcome ?? outcomeOf(clauses, assumptions),
    message: head.ending?.message ?? null,
    clauses,
    assumptions,
    remarks: remarksOn(judged, head),
    purchases: { limit: head.maxPurchases, sent },
    ...(head.seed !== null && { formsSeed: head.seed }),
  }
}

function clauseReports({ judgement }: Judged, head: HistoryHead, entries: Iterable<Entry>): ClauseReport[] {
  const command = runAgain(head)
  const shown = new Set(judgement.checks.flatMap(({ evidence }) => evidence))
  const bySeq = new Map<number, Exchange>()
  for (const { exchange } of entries)
    if (shown.has(exchange.seq)) bySeq.set(exchange.seq, asEvidence(exchange))
  return Object.values(SERVER_CLAUSES).map((clause) => {
    const judged = judgement.checks.filter((check) => check.clause === clause.id)
    const checks = judged.map(
      ({ check, message, row, restsOn, evidence, ...rest }): CheckReport => ({
        id: `${clause.id}/${check.name}`,
        title: check.title,
        verdict: rest.verdict,
        message,
        lesson: rest.verdict === 'broken' && row !== null ? { ...adviceOn(row, rest.clause), command } : null,
        restsOn: [...restsOn],
        evidence: evidence.flatMap((seq) => bySeq.get(seq) ?? []),
      }),
    )
    const verdict = clauseVerdict(checks.map((check) => check.verdict))
    const needs = verdict === 'out-of-reach' ? (checks[0]?.message ?? null) : null
    const either = judgement.ties.find((tie) => tie.includes(clause.id))?.filter((id) => id !== clause.id)
    return { ...clause, verdict, needs, excused: null, ...(either && { either }), checks }
  })
}

function assumptionReports(
  { judgement }: Judged,
  { profile, ending, hasBlockedKey }: HistoryHead,
): AssumptionReport[] {
  return ANSWERED_GAPS.map(({ gap, profileKey }) => {
    const { verdict, message } = judgement.assumptions.get(gap) ?? {
      verdict: 'not-observed',
      message: NOT_PROVOKED,
    }
    const needsKey = gap === 'ip-not-allowed-status' && !hasBlockedKey
    const isCut = ending !== null && verdict === 'not-observed'
    return {
      gap,
      profileKey,
      provenance: provenanceOf(profile, profileKey),
      verdict,
      message: needsKey ? BLOCKED_KEY : isCut ? 'The run ended before this was seen.' : message,
    }
  })
}

/** What is worth a remark although no clause decides it: it counts for no verdict. */
function remarksOn(judged: Judged, { client, profile }: HistoryHead): Remark[] {
  const remark = (id: string, message: string | undefined) =>
    message === undefined ? [] : [{ id, message, scenario: null }]
  const failed =
    client !== null
      ? `The reference client, which buys as a partner would, did not get its card: it failed at its ${client.step}. ${client.message}`
      : undefined
  const waits = judged.facts.flatMap(({ summary }) =>
    summary?.kind === 'processing' && isPollAfter(summary.pollAfterSeconds) ? summary.pollAfterSeconds : [],
  )
  const shortest = waits.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const bounded =
    shortest * 1000 < SHORTEST_PAUSE_MS
      ? `A PROCESSING summary asked to be polled again after ${shortest} s. The run asked for no order more often than every ${SHORTEST_PAUSE_MS} ms, so it polled later than it was asked to; a client that obeys polls as fast as it can.`
      : undefined
  return [
    ...remark('weather', weatherWords(judged, profile.money)),
    ...remark('balance-unseen', isBalanceUnseen(judged) ? BALANCE_UNSEEN : undefined),
    ...remark('abandoned-failed', abandonedWords(judged)),
    ...remark('polls-bounded', bounded),
    ...remark('reference-client', failed),
  ]
}

const BALANCE_UNSEEN =
  'The balance showed no purchase of this run. Whether an identical body is charged again, a new reference is charged at all, and a refused purchase is charged none the less, rests on the orders alone.'

/** So many orders whose client went away, and so many others, must have ended to be compared. */
const COMPARED = { abandoned: 2, others: 4 } as const

/** That orders end in another state exactly where their client went away: by chance, perhaps, so that it breaks no clause. */
function abandonedWords({ facts }: Judged): string | undefined {
  const ended = ordersIn(facts).orders.filter(
    ({ told }) => (told.at(-1)?.summary.kind ?? 'processing') !== 'processing',
  )
  const { abandoned = [], others = [] } = Object.groupBy(ended, (one) =>
    one.isAbandoned ? 'abandoned' : 'others',
  )
  const states = new Set(
    abandoned.flatMap(({ told }) => told.at(-1)?.summary ?? []).map(({ status }) => status),
  )
  const isShared = others.some(({ told }) => states.has(told.at(-1)?.summary.status ?? ''))
  const isTelling = abandoned.length >= COMPARED.abandoned && others.length >= COMPARED.others
  if (!isTelling || isShared) return undefined
  return `All ${abandoned.length} orders whose client went away ended ${[...states].join(' or ')}, and none of the ${others.length} others did. A client timeout does not mean that the purchase failed (§4.3): ask whether the service ends an order that its client no longer waits for.`
}

/** Whether cards were bought, and no read of the balance shows what one costs. */
function isBalanceUnseen({ facts, judgement }: Judged): boolean {
  const { charged, unreliable } = judgement.money
  return charged === null && unreliable === null && ordersIn(facts).orders.some(({ told }) => told.length > 0)
}

const SHOWN_LAG_MS = 50

/** What happened in a run that is nobody's fault, as one sentence; undefined where nothing did. */
function weatherWords({ facts, judgement }: Judged, money: Pick<Money, 'currency'>): string | undefined {
  const { lagMs, unreliable } = judgement.money
  const own = facts.filter(({ key }) => key === 'own')
  const silent = own.filter((fact) => wasAnsweredLater(fact, own)).length
  const late = latenessOf(own)
  const parts = [
    silent > 0 && `${counted(silent, 'answer')} said nothing, asked again`,
    lagMs >= SHOWN_LAG_MS && `the balance lags ${seconds(lagMs)}`,
    late.length > 0 &&
      `the lookup found ${counted(late.length, 'order')} late, within ${seconds(Math.max(...late))}`,
    ...movedPrices(own, money),
  ].filter(Boolean)
  const weather = parts.length > 0 && `Weather: ${parts.join('; ')}.`
  return [weather, unreliable].filter(Boolean).join(' ') || undefined
}

/** Whether an answer said nothing, and the same request was answered later. */
function wasAnsweredLater({ seq, call, reference, said, isAbandoned }: Fact, own: readonly Fact[]): boolean {
  const isSameLater = (other: Fact) =>
    other.seq > seq && other.said !== 'nothing' && other.call === call && other.reference === reference
  return said === 'nothing' && !isAbandoned && own.some(isSameLater)
}

/** How long after its purchase each order was found that a lookup had not found before. Milliseconds. */
function latenessOf(own: readonly Fact[]): readonly number[] {
  return ordersIn(own).orders.flatMap(({ sends, lookups }) => {
    const bought = sends.find(({ isServed }) => isServed)
    if (bought === undefined) return []
    const after = lookups.filter((lookup) => isBefore(bought, lookup))
    const missed = after.findIndex(({ said, summary }) => said === 'no' && summary === null)
    const found = after.findIndex(({ summary }) => summary !== null)
    return missed >= 0 && missed < found ? [(after[found]?.sentMs ?? 0) - bought.answeredMs] : []
  })
}

/** Cards whose price is not the one that was read first. */
function movedPrices(own: readonly Fact[], money: Pick<Money, 'currency'>): readonly string[] {
  const prices = own.filter(({ operation, amount }) => operation === 'getPrice' && amount !== null)
  return [...Map.groupBy(prices, ({ sku }) => sku)].flatMap(([sku, read]) => {
    const [first, last] = [read[0]?.amount ?? 0, read.at(-1)?.amount ?? 0]
    if (first === last) return []
    return `the price of ${sku} went from ${moneyWords(first, money)} to ${moneyWords(last, money)}`
  })
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/** Longer bodies are shortened where an exchange is shown. */
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
