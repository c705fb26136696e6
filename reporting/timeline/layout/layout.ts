import type { ScenarioReport, TimelineEntry } from '../../../contract/report/report.ts'
import { type Blame, blameOf } from '../../text/blame.ts'
import type { Delivery } from '../../text/delivery-words.ts'
import { answerLabel, exitLabel, type Label, requestLabel } from './entry-labels.ts'
import { instantsOf, momentsOf, type RequestMoments } from './moments.ts'
import type { WantedLabel } from './placement.ts'
import { letteredReferences } from './references.ts'
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
