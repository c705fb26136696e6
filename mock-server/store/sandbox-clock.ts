/** The current time of one sandbox, and how it runs. */
export type SandboxTime = {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly isFrozen: boolean
  /** How many seconds pass in it in each second of the clock. */
  readonly speed: number
}

/** A moment at which the time of a sandbox was known, and how it has run since. */
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
