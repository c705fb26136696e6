import type { ScenarioReport, TimelineEntry } from '../../../contract/report/report.ts'
import { type Blame, blameOf } from '../../text/blame.ts'
import { type Delivery, deliveryOf } from '../../text/fault-words.ts'
import { answerLabel, exitLabel, type Label, requestLabel } from './entry-labels.ts'
import { letteredReferences } from './label-text.ts'
import type { WantedLabel } from './placement.ts'
import { type Tick, ticksOf } from './ticks.ts'
import { isEven, timeScale, xAt } from './time-scale.ts'

/** A request and its answer, as they are drawn. */
export type Arrow = {
  readonly x: number
  readonly answerX: number
  readonly delivery: Delivery
  readonly effect: TimelineEntry['effect']
  /** Of which kind the clauses are that the request breaks; null where it breaks none. */
  readonly blame: Blame | null
}

/** A time in which a client was asked not to poll, as it is drawn. */
export type Shade = { readonly from: number; readonly to: number; readonly seconds: number }

/** A whole scenario, laid out on one line that is as long as all rows of its picture together. */
export type Layout = {
  readonly rows: number
  /** How long a row is. */
  readonly row: number
  /** Whether a second is as long everywhere. */
  readonly isToScale: boolean
  readonly arrows: readonly Arrow[]
  readonly shades: readonly Shade[]
  readonly ticks: readonly Tick[]
  readonly asked: readonly WantedLabel[]
  readonly answered: readonly WantedLabel[]
  /** The position of the end of the process; null when it is not known. */
  readonly exitX: number | null
  readonly endX: number
}

/** How much a picture has room for: how long its rows are, and how many requests are in each. */
export type Sheet = {
  readonly row: number
  readonly requestsPerRow: number
  readonly mostRows: number
}

/** A desk or a page of paper. */
export const WIDE: Sheet = { row: 724, requestsPerRow: 20, mostRows: 8 }
/** A telephone: all of it is seen without moving it aside. */
export const NARROW: Sheet = { row: 268, requestsPerRow: 7, mostRows: 20 }

/** The minimum distance of a request and its answer. */
const ANSWER_APART = 4

/** Where everything that happened in a scenario is drawn. */
export function layoutOf(scenario: ScenarioReport, { row, requestsPerRow, mostRows }: Sheet = WIDE): Layout {
  const moments = momentsOf(scenario)
  const rows = Math.min(mostRows, Math.max(1, Math.ceil(moments.requests.length / requestsPerRow)))
  const scale = timeScale(instantsOf(moments), rows * row)
  const at = (ms: number) => xAt(scale, ms)
  const letters = new Map(letteredReferences(scenario).map(({ reference, letter }) => [reference, letter]))
  const letterOf = ({ partnerReference }: TimelineEntry) => letters.get(partnerReference ?? '') ?? ''
  const { exit } = scenario
  const exitX = exit === null ? null : at(exit.atMs)
  return {
    rows,
    row,
    isToScale: isEven(scale),
    arrows: moments.requests.map((request) => arrowOf(request, at)),
    shades: moments.windows.map(({ fromMs, toMs, seconds }) => ({ from: at(fromMs), to: at(toMs), seconds })),
    ticks: ticksOf(scale),
    asked: [
      ...moments.requests.map(({ entry, arrivedMs }) => ({
        ...requestLabel(entry, letterOf(entry)),
        x: at(arrivedMs),
      })),
      ...(exit === null || exitX === null ? [] : [{ ...exitLabel(exit), x: exitX }]),
    ],
    answered: moments.requests.flatMap((request) =>
      standing(answerLabel(request.entry), labelX(request, at)),
    ),
    exitX,
    endX: at(moments.endMs),
  }
}

function arrowOf(request: RequestMoments, at: (ms: number) => number): Arrow {
  const { effect, breaks } = request.entry
  return {
    x: at(request.arrivedMs),
    answerX: answerX(request, at),
    delivery: request.delivery,
    effect,
    blame: blameOf(breaks),
  }
}

function answerX({ arrivedMs, endedMs }: RequestMoments, at: (ms: number) => number): number {
  return Math.max(at(endedMs), at(arrivedMs) + ANSWER_APART)
}

/** The label of a recorded order is at its point, any other label at the end of the answer. */
function labelX(request: RequestMoments, at: (ms: number) => number): number {
  const { effect } = request.entry
  return effect === null || effect === 'none' ? answerX(request, at) : at(request.arrivedMs)
}

function standing(label: Label | null, x: number): WantedLabel[] {
  return label === null ? [] : [{ ...label, x }]
}

/** A request with the moments that are drawn of it, in milliseconds. */
type RequestMoments = {
  readonly entry: TimelineEntry
  readonly arrivedMs: number
  /** When its answer was delivered, or known to be lost; the arrival when neither is known. */
  readonly endedMs: number
  readonly delivery: Delivery
}

/** A time in which a client was asked not to poll. */
type WaitingWindow = { readonly fromMs: number; readonly toMs: number; readonly seconds: number }

/** What happened in a scenario, by time. */
type ScenarioMoments = {
  readonly requests: readonly RequestMoments[]
  readonly windows: readonly WaitingWindow[]
  readonly exitMs: number | null
  /** The last moment that is drawn. */
  readonly endMs: number
}

/** The moments of a scenario. A window that outlasts the scenario ends with it. */
function momentsOf({ timeline, exit }: ScenarioReport): ScenarioMoments {
  const requests = timeline.map(requestMoments).sort((one, other) => one.arrivedMs - other.arrivedMs)
  const exitMs = exit?.atMs ?? null
  const endMs = Math.max(0, exitMs ?? 0, ...requests.map(({ endedMs }) => endedMs))
  const windows = requests
    .flatMap(windowAfter)
    .map((window) => ({ ...window, toMs: Math.min(window.toMs, endMs) }))
  return { requests, windows, exitMs, endMs }
}

/** Every instant at which something begins or ends. */
function instantsOf({ requests, windows, endMs, exitMs }: ScenarioMoments): number[] {
  return [
    0,
    endMs,
    ...(exitMs === null ? [] : [exitMs]),
    ...requests.flatMap(({ arrivedMs, endedMs }) => [arrivedMs, endedMs]),
    ...windows.map(({ toMs }) => toMs),
  ]
}

function requestMoments(entry: TimelineEntry): RequestMoments {
  const { arrivedMs, answeredMs, deliveredMs } = entry
  const endedMs = Math.max(arrivedMs, deliveredMs ?? answeredMs ?? arrivedMs)
  return { entry, arrivedMs, endedMs, delivery: deliveryOf(entry) }
}

function windowAfter({ entry, endedMs, delivery }: RequestMoments): WaitingWindow[] {
  const { orderStatus, pollAfterSeconds } = entry
  if (delivery !== 'delivered' || orderStatus !== 'PROCESSING' || (pollAfterSeconds ?? 0) <= 0) return []
  const seconds = pollAfterSeconds ?? 0
  return [{ fromMs: endedMs, toMs: endedMs + seconds * 1000, seconds }]
}
