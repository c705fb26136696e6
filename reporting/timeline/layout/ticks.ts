import type { Stretch, TimeScale } from './time-scale.ts'

/** A mark of the scale, or the length of a break of the scale. */
export type Tick = { readonly x: number; readonly label: string; readonly isBreak: boolean }

/** The minimum distance of two marks. */
const LEAST_DISTANCE = 64

/** The marks of a scale, at round numbers of seconds, from left to right. */
export function ticksOf({ stretches, perMs }: TimeScale): Tick[] {
  if (perMs === 0) return [{ x: 0, label: '0 s', isBreak: false }]
  const step = roundStep(LEAST_DISTANCE / perMs)
  const marks = stretches.flatMap((stretch) =>
    stretch.isCompressed ? breakAt(stretch) : within(stretch, step),
  )
  return marks.filter((mark, index) => isClear(mark, marks, index))
}

/** The least of 1, 2 and 5, times a power of ten, that is not less than a number of milliseconds. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power
}

function within({ fromMs, toMs, fromX, toX }: Stretch, step: number): Tick[] {
  const first = Math.ceil(fromMs / step)
  const count = Math.max(0, Math.ceil(toMs / step) - first)
  return Array.from({ length: count }, (_, nth) => {
    const ms = (first + nth) * step
    const x = fromX + ((ms - fromMs) / (toMs - fromMs)) * (toX - fromX)
    return { x, label: secondsLabel(ms, step), isBreak: false }
  })
}

function breakAt({ fromMs, toMs, fromX, toX }: Stretch): Tick {
  return { x: (fromX + toX) / 2, label: `+${((toMs - fromMs) / 1000).toFixed(1)} s`, isBreak: true }
}

/** A mark is omitted when it is too close to the length of a break. */
function isClear(mark: Tick, marks: readonly Tick[], index: number): boolean {
  const neighbours = [marks[index - 1], marks[index + 1]]
  return (
    mark.isBreak ||
    neighbours.every((other) => !other?.isBreak || Math.abs(other.x - mark.x) >= LEAST_DISTANCE)
  )
}

function secondsLabel(ms: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step / 1000) + 1e-9))
  return `${ms === 0 ? 0 : (ms / 1000).toFixed(decimals)} s`
}
