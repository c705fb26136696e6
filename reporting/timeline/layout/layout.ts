import type { ScenarioReport, TimelineEntry } from '../../../contract/report/report.ts'
import type { Delivery } from '../../text/delivery-words.ts'
import { answerLabel, exitLabel, type Label, requestLabel } from './entry-labels.ts'
import { instantsOf, momentsOf, type RequestMoments } from './moments.ts'
import type { WantedLabel } from './placement.ts'
import { letteredReferences } from './references.ts'
import { type Tick, ticksOf } from './ticks.ts'
import { timeScale, xAt } from './time-scale.ts'

/** A request and its answer, as they are drawn. */
export type Arrow = {
  readonly x: number
  readonly answerX: number
  readonly delivery: Delivery
  readonly effect: TimelineEntry['effect']
  readonly isBroken: boolean
}

/** A time in which a client was asked not to poll, as it is drawn. */
export type Shade = { readonly from: number; readonly to: number; readonly seconds: number }

/** A whole scenario, laid out on one line that is as long as all rows of its picture together. */
export type Layout = {
  readonly rows: number
  readonly arrows: readonly Arrow[]
  readonly shades: readonly Shade[]
  readonly ticks: readonly Tick[]
  readonly asked: readonly WantedLabel[]
  readonly answered: readonly WantedLabel[]
  /** The position of the end of the process; null when it is not known. */
  readonly exitX: number | null
  readonly endX: number
}

/** How long a row is. */
export const ROW = 724

const REQUESTS_PER_ROW = 20
const MOST_ROWS = 8
/** The minimum distance of a request and its answer. */
const ANSWER_APART = 4

/** The positions of everything that happened in a scenario. */
export function layoutOf(scenario: ScenarioReport): Layout {
  const moments = momentsOf(scenario)
  const rows = Math.min(MOST_ROWS, Math.max(1, Math.ceil(moments.requests.length / REQUESTS_PER_ROW)))
  const scale = timeScale(instantsOf(moments), rows * ROW)
  const at = (ms: number) => xAt(scale, ms)
  const letters = new Map(letteredReferences(scenario).map(({ reference, letter }) => [reference, letter]))
  const letterOf = ({ partnerReference }: TimelineEntry) => letters.get(partnerReference ?? '') ?? ''
  const { exit } = scenario
  const exitX = exit === null ? null : at(exit.atMs)
  return {
    rows,
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
    isBroken: breaks.length > 0,
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
