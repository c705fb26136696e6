import type { ScenarioReport, TimelineEntry } from '../../contract/report/report.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { type Content, html, type Markup } from '../markup/markup.ts'
import { type Blame, blameOf } from '../text/said.ts'
import { shortened } from '../text/shortened.ts'
import {
  answerWords,
  deliveryOf,
  excerptOf,
  exitWords,
  faultWords,
  omittedWords,
} from '../text/timeline-lines.ts'

/** One line of a timeline. Times are milliseconds since the scenario or the check began. */
type Line = {
  readonly atMs: number
  readonly who: 'client' | 'network' | 'kit' | 'suite'
  readonly what: Content
  readonly answer: Content
  /** How long the answer took, and how long it asks to wait after that. */
  readonly tookMs: number
  readonly asksMs: number
  readonly blame: Blame | null
  /** What is wrong with the request, in words. */
  readonly words: string | null
}

/** The requests of a client around the first one that breaks a clause, with shortened references. */
export function clauseTimeline(scenario: ScenarioReport, clause: string): Markup {
  const { shown, left } = excerptOf(scenario, clause)
  const lines = runsOf(shown, keyOf).flatMap((run) => linesOf(run, [clause], short))
  return timeline([...lines, ...(left === 0 ? exitLine(scenario) : [])], left)
}

/** Every request of a scenario, with whole references. */
export function scenarioTimeline(scenario: ScenarioReport): Markup {
  const { timeline: entries, omitted } = scenario
  const lines = runsOf(entries, keyOf).flatMap((run) => linesOf(run, undefined, whole))
  return timeline([...lines, ...exitLine(scenario)], omitted)
}

/** If more exchanges decided a check, only the last ones are shown. */
const MOST_EXCHANGES = 10

/** The requests of the suite, and their answers. */
export function exchangeTimeline(evidence: readonly Exchange[]): Markup {
  const start = evidence[0]?.arrivedMs ?? 0
  const runs = runsOf(evidence, ({ request: { method, target }, response }) =>
    [method, target, response?.status, response?.body].join(' '),
  )
  const shown = runs.slice(-MOST_EXCHANGES)
  const lines = shown.map(([first, ...more]): Line => {
    const { arrivedMs, request, response } = first
    const many = more.length === 0 ? null : html`${more.length + 1} times: `
    return {
      atMs: arrivedMs - start,
      who: 'suite',
      what: html`${many}${short(request.method, LONGEST_TARGET)} ${short(request.target, LONGEST_TARGET)}`,
      answer: response === null ? 'no answer' : html`${response.status} ${bodyStart(response.body)}`,
      tookMs: response === null ? 0 : response.answeredMs - arrivedMs,
      asksMs: 0,
      blame: null,
      words: null,
    }
  })
  return timeline(lines, runs.slice(0, -MOST_EXCHANGES).flat().length)
}

const LONGEST_BODY = 70

function bodyStart(body: string | null): Markup | null {
  if (body === null || body === '') return null
  const text = parseJson(body) === undefined ? body : body.replaceAll(/\s+/g, ' ')
  return html`<code>${text.length > LONGEST_BODY ? `${text.slice(0, LONGEST_BODY)}…` : text}</code>`
}

function timeline(lines: readonly Line[], left: number): Markup {
  if (lines.length === 0) return html`<p class="quiet">The client sent nothing.</p>`
  const start = Math.min(...lines.map(({ atMs }) => atMs))
  const end = Math.max(...lines.map(({ atMs, tookMs }) => atMs + Math.max(0, tookMs)), start + 1)
  const heads = ['Time', 'Who', 'What', 'Answer', 'Wait']
  return html`
<table class="timeline" role="table">
<thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${lines.map((line) => lineRow(line, start, end - start))}
</tbody>
</table>${left === 0 ? null : html`\n<p class="quiet small">${omittedWords(left)}.</p>`}`
}

function lineRow(
  { atMs, who, what, answer, tookMs, asksMs, blame, words }: Line,
  start: number,
  spanMs: number,
): Markup {
  const percent = (ms: number) => Math.min(100, Math.max(0, (ms / spanMs) * 100)).toFixed(1)
  const from = atMs - start
  const waits =
    asksMs > 0
      ? html`<i class="asked" style="--at:${percent(from + tookMs)};--long:${percent(asksMs)}"></i>`
      : null
  const said =
    words === null
      ? null
      : html` <b class="${blame ?? 'plain'}">${blame === 'warning' ? '!' : '✕'} ${words}</b>`
  return html`
<tr role="row" class="${blame ?? who}">
<td role="cell" class="at">${seconds(atMs)}</td>
<td role="cell" class="who">${who}</td>
<th role="rowheader" scope="row"><bdi>${what}</bdi>${said}</th>
<td role="cell" class="answer">${answer === null ? null : html`<bdi>${answer}</bdi>`}</td>
<td role="cell" class="wait"><div><span class="asks">${asksMs > 0 ? `${asksMs / 1000} s` : null}</span><span class="bar" aria-hidden="true"><i style="--at:${percent(from)};--long:${percent(tookMs)}"></i>${waits}</span></div></td>
</tr>`
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}

/** Equal requests in a row with equal answers. */
type Run<Kind> = readonly [Kind, ...Kind[]]

/** This many equal requests share a line. */
const LEAST_RUN = 4

function runsOf<Kind>(all: readonly Kind[], keyOf: (one: Kind) => string): readonly Run<Kind>[] {
  const runs: [Kind, ...Kind[]][] = []
  let before: string | undefined
  for (const one of all) {
    const key = keyOf(one)
    if (key === before) runs.at(-1)?.push(one)
    else runs.push([one])
    before = key
  }
  return runs.flatMap((run): Run<Kind>[] => (run.length < LEAST_RUN ? run.map((one) => [one]) : [run]))
}

function keyOf(entry: TimelineEntry): string {
  return [entry.method, entry.target, entry.partnerReference, answerWords(entry), ...entry.breaks].join(' ')
}

/** Shows a text of the client with at most this many characters. Default: those of a reference. */
type Show = (text: string, longest?: number) => Markup

const LONGEST_TARGET = 48

const whole: Show = (text) => html`<span class="whole">${text}</span>`

function short(text: string, longest?: number): Markup {
  const cut = shortened(text, longest)
  return cut === text ? html`${text}` : html`<span title="${text}">${cut}</span>`
}

/**
 * A request, and a line for a fault of the network.
 *
 * @param shownClauses the clauses whose breaches are shown. Default: all.
 */
function linesOf(run: Run<TimelineEntry>, shownClauses: readonly string[] | undefined, show: Show): Line[] {
  const [first] = run
  const { arrivedMs, answeredMs, deliveredMs, fault, operation, pollAfterSeconds } = first
  const breaks = first.breaks.filter((id) => shownClauses?.includes(id) ?? true)
  const isDelivered = deliveryOf(first) === 'delivered'
  const many =
    run.length === 1 ? null : html`${run.length} times until ${seconds(run.at(-1)?.arrivedMs ?? arrivedMs)}: `
  const request: Line = {
    atMs: arrivedMs,
    who: 'client',
    what: html`${many}${requestOf(first, show)}`,
    answer: answerWords({ ...first, pollAfterSeconds: null, ...(!isDelivered && { fault: null }) }),
    tookMs: Math.max(0, (answeredMs ?? arrivedMs) - arrivedMs),
    asksMs: isDelivered ? (pollAfterSeconds ?? 0) * 1000 : 0,
    blame: blameOf(breaks),
    words: breaks.length === 0 ? null : wordsOf(run, breaks),
  }
  if (isDelivered || fault === null) return [request]
  const lost = {
    atMs: deliveredMs ?? answeredMs ?? arrivedMs,
    who: 'network' as const,
    what: faultWords(fault, operation),
  }
  return [request, { ...lost, answer: null, tookMs: 0, asksMs: 0, blame: null, words: null }]
}

function requestOf({ method, target, operation, partnerReference }: TimelineEntry, show: Show): Content {
  const encoded = encodeURIComponent(partnerReference?.toWellFormed() ?? '')
  const at = encoded === '' ? -1 : target.indexOf(encoded)
  const named = (text: string) => show(text, LONGEST_TARGET)
  if (partnerReference === null) return html`${named(method)} ${named(target)}`
  if (operation === 'createOrder') return html`${named(method)} ${named(target)} as ${show(partnerReference)}`
  if (at < 0) return html`${named(method)} ${named(target)}`
  return html`${named(method)} ${target.slice(0, at)}${show(partnerReference)}${named(target.slice(at + encoded.length))}`
}

/** The words for a breach of each clause, if they are the same for every request. */
const MISTAKES: Readonly<Record<string, string>> = {
  'timeout-is-not-failure': 'bought again, before the first outcome was known',
  'retry-identical-body': 'not the body that was sent first',
  'exactly-two-fields': 'not exactly the two fields',
  'key-stays-on-server': 'the key is where it must not be',
  'balance-before-purchase': 'bought without reading the balance',
  'price-before-purchase': 'bought without reading the price',
  'ping-first': 'bought without a ping',
  'sku-from-catalogue': 'bought without reading the catalogue',
  'stable-reference': 'the reference has another shape, or is misspelled',
}

function wordsOf(run: Run<TimelineEntry>, breaks: readonly string[]): string {
  return breaks.map((id) => MISTAKES[id] ?? WORDS_BY_REQUEST[id]?.(run) ?? id).join('; ')
}

/** The words for a breach that depend on the request's time or answer. */
const WORDS_BY_REQUEST: Readonly<Record<string, (run: Run<TimelineEntry>) => string | undefined>> = {
  'waits-poll-after': (run) => {
    const early = run.map(({ allowedFromMs, arrivedMs }) => (allowedFromMs ?? arrivedMs) - arrivedMs)
    const most = Math.max(...early)
    return most > 0 ? `${run.length === 1 ? '' : 'up to '}${seconds(most)} too early` : undefined
  },
  'follows-until-settled': ([{ orderStatus }]) =>
    orderStatus === null || orderStatus === 'PROCESSING'
      ? 'left here, before the order was settled'
      : 'asked again, although it was settled',
}

function exitLine({ exit }: ScenarioReport): Line[] {
  if (exit === null) return []
  const who = exit.cause === 'exited' ? 'client' : 'kit'
  const what = who === 'client' ? exitWords(exit) : `client ${exitWords(exit)}`
  return [{ atMs: exit.atMs, who, what, answer: null, tookMs: 0, asksMs: 0, blame: null, words: null }]
}
