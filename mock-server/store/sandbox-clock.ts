/** How the time of one world stands and runs. */
export type WorldTime = {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly isFrozen: boolean
  /** How many seconds pass in it in each second of the clock. */
  readonly speed: number
}

/** A moment at which a world's time was known, and how it has run since. Kept with the world, by every store. */
export type Anchor = {
  readonly clockTime: number
  readonly worldTime: number
  readonly speed: number
  readonly isFrozen: boolean
}

/** What can be done to a world's time. None of it moves the time back. */
export type TimeChange =
  /** Not negative; whether the world is frozen or not. */
  | { readonly advanceSeconds: number }
  | { readonly freeze: true }
  /** At the speed that it had. */
  | { readonly resume: true }
  /** How many seconds pass in each second of the clock; above 0. A frozen world stays frozen. */
  | { readonly speed: number }

/**
 * The anchor of worlds that nobody has moved.
 *
 * @param clockNow milliseconds, of the clock that they follow.
 * @param speed how fast their time runs.
 */
export function commonAnchor(clockNow: number, speed: number): Anchor {
  return { clockTime: clockNow, worldTime: clockNow, speed, isFrozen: false }
}

/** The time of a world at a time of the clock that it follows. */
export function worldTimeAt({ clockTime, worldTime, speed, isFrozen }: Anchor, clockNow: number): number {
  return isFrozen ? worldTime : worldTime + (clockNow - clockTime) * speed
}

/** How a world goes on from a time of the clock on, when its time was changed then. */
export function changedAnchor(anchor: Anchor, clockNow: number, change: TimeChange): Anchor {
  const here = { ...anchor, clockTime: clockNow, worldTime: worldTimeAt(anchor, clockNow) }
  if ('advanceSeconds' in change) return { ...here, worldTime: here.worldTime + change.advanceSeconds * 1000 }
  if ('speed' in change) return { ...here, speed: change.speed }
  return { ...here, isFrozen: 'freeze' in change }
}
