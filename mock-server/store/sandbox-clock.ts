import type { Clock } from '../../contract/clock.ts'

/** The current time of one sandbox, and how it runs. */
export type SandboxTime = {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly isFrozen: boolean
  /** How many seconds pass in it in each second of the clock. */
  readonly speed: number
}

/** A moment at which a sandbox's time was known, and how it has run since. Kept with the sandbox, by every store. */
export type Anchor = {
  readonly clockTime: number
  readonly sandboxTime: number
  readonly speed: number
  readonly isFrozen: boolean
}

/** The changes of a sandbox's time. None of them moves it back. */
export type TimeChange =
  /** Not negative; whether the sandbox is frozen or not. */
  | { readonly advanceSeconds: number }
  | { readonly freeze: true }
  /** At the speed that it had. */
  | { readonly resume: true }
  /** How many seconds pass in each second of the clock; above 0. A frozen sandbox stays frozen. */
  | { readonly speed: number }

/** The anchor of sandboxes whose time was not changed, from a moment of the clock in milliseconds. */
export function commonAnchor(clockNow: number, speed: number): Anchor {
  return { clockTime: clockNow, sandboxTime: clockNow, speed, isFrozen: false }
}

export function sandboxTimeAt({ clockTime, sandboxTime, speed, isFrozen }: Anchor, clockNow: number): number {
  return isFrozen ? sandboxTime : sandboxTime + (clockNow - clockTime) * speed
}

export function changedAnchor(anchor: Anchor, clockNow: number, change: TimeChange): Anchor {
  const here = { ...anchor, clockTime: clockNow, sandboxTime: sandboxTimeAt(anchor, clockNow) }
  if ('advanceSeconds' in change)
    return { ...here, sandboxTime: here.sandboxTime + change.advanceSeconds * 1000 }
  if ('speed' in change) return { ...here, speed: change.speed }
  return { ...here, isFrozen: 'freeze' in change }
}

/** The time of a clock that may be put back: it does not go back, and goes on from where it was last kept. */
export function steadyTime(
  clock: Pick<Clock, 'now'>,
  from = { aheadMs: 0, shown: Number.NEGATIVE_INFINITY },
) {
  let { aheadMs, shown } = from
  return {
    /** Milliseconds since the Unix epoch; never less than before. */
    now() {
      const now = clock.now() + aheadMs
      if (now < shown) aheadMs += shown - now
      else shown = now
      return shown
    },
    /** By how many milliseconds it is ahead of the clock. */
    get aheadMs() {
      return aheadMs
    },
  }
}
