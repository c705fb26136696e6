/** The interval from one event to the next: in milliseconds, and as shares of a track's width. */
type Stretch = {
  readonly fromMs: number
  readonly toMs: number
  readonly from: number
  readonly to: number
  /** Whether it is drawn shorter than its time: the scale has a break there. */
  readonly isBreak: boolean
}

export type TimeScale = {
  readonly stretches: readonly Stretch[]
  /** The share of the width that a millisecond has, outside of breaks. */
  readonly perMs: number
}

export type Tick = { readonly at: number; readonly label: string; readonly isBreak: boolean }

const BREAK = 0.08
/** About thirty years: a journal may contain times that no scale can show. */
const FARTHEST_MS = 1e12
/** Nothing happens for longer than this, and for this many times as long as between other events: a break. */
const LEAST_IDLE_MS = 8_000
const LEAST_RATIO = 4
/** More than this many long stretches are not idle: they are the normal pace. */
const MOST_IDLE = 3
/** No mark has a part of a millisecond. */
const LEAST_STEP_MS = 1
/** The least distance of two marks. */
const TICKS_APART = 0.2

/** A second has the same width everywhere, but for a break where nothing happens for long. In milliseconds, in any order. */
export function timeScale(instants: readonly number[]): TimeScale {
  const times = [...new Set(instants.map(bounded))].sort((one, other) => one - other)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const idle = leastIdle(gaps)
  const open = gaps.filter((gap) => gap < idle)
  const total = open.reduce((sum, gap) => sum + gap, 0)
  const room = total === 0 ? 0 : 1 - (gaps.length - open.length) * BREAK
  const perMs = total === 0 ? 0 : room / total
  const widest = total === 0 ? 1 / Math.max(1, gaps.length) : BREAK
  let at = 0
  const stretches = gaps.map((gap, index): Stretch => {
    const isBreak = gap >= idle
    const [from, fromMs] = [at, times[index] ?? 0]
    at = Math.min(1, at + (isBreak ? widest : gap * perMs))
    return { fromMs, toMs: fromMs + gap, from, to: at, isBreak }
  })
  return { stretches, perMs }
}

/** The place of a moment, from 0 to 1. Outside of the scale, that of its nearer end. */
export function placeOf({ stretches }: TimeScale, ms: number): number {
  const time = bounded(ms)
  const stretch = stretches.find(({ toMs }) => time <= toMs) ?? stretches.at(-1)
  if (stretch === undefined) return 0
  const { fromMs, toMs, from, to } = stretch
  const share = Math.min(1, Math.max(0, (time - fromMs) / (toMs - fromMs)))
  return from + share * (to - from)
}

/** The marks of a scale, from left to right: at round numbers of seconds, and how long each break is. */
export function ticksOf({ stretches, perMs }: TimeScale): readonly Tick[] {
  const step =
    perMs === 0 ? Number.POSITIVE_INFINITY : Math.max(LEAST_STEP_MS, roundStep(TICKS_APART / perMs))
  const marks = stretches.flatMap((stretch) => (stretch.isBreak ? breakAt(stretch) : within(stretch, step)))
  const breaks = marks.filter(({ isBreak }) => isBreak)
  return marks.filter(
    ({ at, isBreak }) => isBreak || breaks.every((other) => Math.abs(other.at - at) >= TICKS_APART),
  )
}

/** The least of 1, 2 and 5, times a power of ten, that is not less than a number of milliseconds. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power
}

function bounded(ms: number): number {
  return Math.min(FARTHEST_MS, Math.max(-FARTHEST_MS, ms))
}

function within({ fromMs, toMs, from, to }: Stretch, step: number): Tick[] {
  const first = Math.ceil(fromMs / step)
  const count = Math.max(0, Math.ceil(toMs / step) - first)
  return Array.from({ length: Number.isFinite(count) ? count : 0 }, (_, nth) => {
    const ms = (first + nth) * step
    const decimals = Math.max(0, -Math.floor(Math.log10(step / 1000) + 1e-9))
    const label = `${ms === 0 ? 0 : (ms / 1000).toFixed(decimals)} s`
    return { at: from + ((ms - fromMs) / (toMs - fromMs)) * (to - from), label, isBreak: false }
  })
}

function breakAt({ fromMs, toMs, from, to }: Stretch): Tick {
  return { at: (from + to) / 2, label: `+${((toMs - fromMs) / 1000).toFixed(1)} s`, isBreak: true }
}

/** The least length of an idle gap: where the gaps, longest first, drop to less than a quarter. */
function leastIdle(gaps: readonly number[]): number {
  const longest = gaps.toSorted((one, other) => other - one)
  const drops = longest
    .slice(0, MOST_IDLE)
    .filter((gap, index) => gap >= LEAST_IDLE_MS && gap > LEAST_RATIO * (longest[index + 1] ?? gap))
  return drops.at(-1) ?? Number.POSITIVE_INFINITY
}
