import type { ScenarioReport, TimelineEntry } from '../../../contract/report/report.ts'
import { type Delivery, deliveryOf } from '../../text/delivery-words.ts'

/** A request with the moments that are drawn of it, in milliseconds. */
export type RequestMoments = {
  readonly entry: TimelineEntry
  readonly arrivedMs: number
  /** When its answer was delivered, or known to be lost; the arrival when neither is known. */
  readonly endedMs: number
  readonly delivery: Delivery
}

/** A time in which a client was asked not to poll. */
type WaitingWindow = { readonly fromMs: number; readonly toMs: number; readonly seconds: number }

/** What happened in a scenario, by time. */
export type ScenarioMoments = {
  readonly requests: readonly RequestMoments[]
  readonly windows: readonly WaitingWindow[]
  readonly exitMs: number | null
  /** The last moment that is drawn. */
  readonly endMs: number
}

/** The moments of a scenario. A window that outlasts the scenario ends with it. */
export function momentsOf({ timeline, exit }: ScenarioReport): ScenarioMoments {
  const requests = timeline.map(requestMoments).sort((one, other) => one.arrivedMs - other.arrivedMs)
  const exitMs = exit?.atMs ?? null
  const endMs = Math.max(0, exitMs ?? 0, ...requests.map(({ endedMs }) => endedMs))
  const windows = requests
    .flatMap(windowAfter)
    .map((window) => ({ ...window, toMs: Math.min(window.toMs, endMs) }))
  return { requests, windows, exitMs, endMs }
}

/** Every instant at which something begins or ends. */
export function instantsOf({ requests, windows, endMs, exitMs }: ScenarioMoments): number[] {
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
