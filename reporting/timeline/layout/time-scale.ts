/** The interval from one event to the next, in milliseconds and on the picture. */
export type Stretch = {
  readonly fromMs: number
  readonly toMs: number
  readonly fromX: number
  readonly toX: number
  /** Whether it is drawn shorter than its time: the scale has a break there. */
  readonly isCompressed: boolean
}

/** The position of each moment on a picture. */
export type TimeScale = {
  readonly stretches: readonly Stretch[]
  /** The width of a millisecond, where nothing is kept apart. */
  readonly perMs: number
}

/** The minimum distance of two instants, if there is room for it. */
const APART = 14
/** The share of the picture that is at most spent on that. */
const MOST_APART = 0.6
/** How wide a compressed stretch is. */
const COMPRESSED = 56
/** About thirty years. */
const FARTHEST_MS = 1e12
/** A stretch is compressed only if it is longer than this, and this many times as long as those that stay. */
const LEAST_IDLE_MS = 8_000
const LEAST_RATIO = 4
/** More than this many long stretches are not idle: they are the normal pace. */
const MOST_IDLE = 3

/**
 * A scale that gives a second the same width everywhere, except that it keeps any two instants apart, and has a break where
 * nothing happens for long.
 *
 * @param instants in milliseconds, in any order.
 * @param width of the picture: all of it is used, as soon as two instants differ.
 */
export function timeScale(instants: readonly number[], width: number): TimeScale {
  const times = [...new Set(instants.map(toTheMicrosecond))].sort((one, other) => one - other)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const idle = idleAmong(gaps)
  const open = gaps.filter((gap) => gap < idle)
  const room = width - (gaps.length - open.length) * COMPRESSED
  const apart = Math.min(APART, (MOST_APART * room) / Math.max(1, open.length))
  const perMs = pace(open, room, apart)
  let x = 0
  const stretches = gaps.map((gap, index): Stretch => {
    const fromX = x
    const isCompressed = gap >= idle
    x += isCompressed ? COMPRESSED : Math.max(apart, gap * perMs)
    const fromMs = times[index] ?? 0
    return { fromMs, toMs: times[index + 1] ?? fromMs, fromX, toX: x, isCompressed }
  })
  return { stretches, perMs }
}

/** Closer instants count as one, and a journal may contain times that no picture can show. */
function toTheMicrosecond(ms: number): number {
  return Math.round(Math.min(FARTHEST_MS, Math.max(-FARTHEST_MS, ms)) * 1000) / 1000
}

/** The width of a millisecond, if the shortest gaps are drawn at their minimum width and the others fill the rest. */
function pace(gaps: readonly number[], room: number, apart: number): number {
  const sorted = gaps.toSorted((one, other) => one - other)
  let rest = sorted.reduce((sum, gap) => sum + gap, 0)
  for (const [index, gap] of sorted.entries()) {
    const perMs = (room - index * apart) / rest
    if (gap * perMs >= apart) return perMs
    rest -= gap
  }
  return 0
}

/** Whether a scale gives a second the same width everywhere, to a pixel: nothing is kept apart, and nothing cut short. */
export function isEven({ stretches, perMs }: TimeScale): boolean {
  return stretches.every(
    ({ fromMs, toMs, fromX, toX }) => Math.abs(toX - fromX - (toMs - fromMs) * perMs) < 1,
  )
}

/** The position of a moment. Outside the scale, the position of its nearer end. */
export function xAt({ stretches }: TimeScale, ms: number): number {
  const stretch = stretches.find(({ toMs }) => ms <= toMs) ?? stretches.at(-1)
  if (stretch === undefined) return 0
  const { fromMs, toMs, fromX, toX } = stretch
  const share = Math.min(1, Math.max(0, (ms - fromMs) / (toMs - fromMs)))
  return fromX + share * (toX - fromX)
}

/** The minimum length of an idle gap: where the gaps, longest first, drop to less than a quarter. */
function idleAmong(gaps: readonly number[]): number {
  const longest = gaps.toSorted((one, other) => other - one)
  const drops = longest
    .slice(0, MOST_IDLE)
    .filter((gap, index) => gap >= LEAST_IDLE_MS && gap > LEAST_RATIO * (longest[index + 1] ?? gap))
  return drops.at(-1) ?? Number.POSITIVE_INFINITY
}
