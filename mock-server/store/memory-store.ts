import { type Clock, systemClock } from '../../contract/clock.ts'
import type { WaitingFault } from '../../contract/wire/ordered-fault.ts'
import { localStore, type Records, type SandboxRecord } from './local-store.ts'
import type { Order } from './order.ts'
import { type Anchor, commonAnchor, type SandboxTime, sandboxTimeAt, steadyTime } from './sandbox-clock.ts'
import type { Store } from './store.ts'

/** The clock and the speed of a store's sandboxes. */
export type SandboxTimeOptions = {
  readonly clock?: Clock
  /** How fast the time of every sandbox runs until it is set otherwise; 1 by default. */
  readonly speed?: number
}

/** A store that reads the time of a sandbox at once. */
export type MemoryStore = Store & {
  timeOf(sandbox: string): SandboxTime
}

class Sandbox implements SandboxRecord {
  available: number
  isRevoked = false
  orders = 0
  nextReleaseAt: number | null = null
  waiting: readonly WaitingFault[] = []
  anchor: Anchor | null = null
  readonly byReference = new Map<string, Order>()
  readonly attempts = new Map<string, number>()
  releases: { readonly at: number; readonly amount: number }[] = []

  constructor(available: number) {
    this.available = available
  }
}

/** A store in the memory of this process. It answers at once. */
export function memoryStore({ clock = systemClock, speed = 1 }: SandboxTimeOptions = {}): MemoryStore {
  const time = steadyTime(clock)
  const common = commonAnchor(time.now(), speed)
  const sandboxes = new Map<string, Sandbox>()
  return {
    ...localStore(recordsIn(sandboxes), time, common, {
      read: (operate) => operate,
      change:
        (operate) =>
        async (...given) =>
          operate(...given),
      place: (placeOrder) => placeOrder,
    }),
    timeOf(sandbox) {
      const anchor = sandboxes.get(sandbox)?.anchor ?? common
      return { now: sandboxTimeAt(anchor, time.now()), isFrozen: anchor.isFrozen, speed: anchor.speed }
    },
    isReady: async () => true,
    close: async () => {},
  }
}

function recordsIn(sandboxes: Map<string, Sandbox>): Records<Sandbox> {
  return {
    find: (name) => sandboxes.get(name),
    create(name, available) {
      const sandbox = new Sandbox(available)
      sandboxes.set(name, sandbox)
      return sandbox
    },
    // What is found is what was changed.
    save() {},
    remove: (name) => void sandboxes.delete(name),
    names: (most) => [...sandboxes.keys()].toReversed().slice(0, most),
    findOrder: ({ byReference }, partnerReference) => byReference.get(partnerReference),
    latest: ({ byReference }, most) => [...byReference.values()].toReversed().slice(0, most),
    addOrder({ byReference, releases }, order, dueAt) {
      byReference.set(order.partnerReference, order)
      if (dueAt !== null) releases.push({ at: dueAt, amount: order.price })
    },
    due: ({ releases }, now) => releases.reduce((sum, { at, amount }) => (at <= now ? sum + amount : sum), 0),
    book(sandbox, now) {
      sandbox.releases = sandbox.releases.filter(({ at }) => at > now)
      return sandbox.releases.reduce<number | null>((first, { at }) => Math.min(at, first ?? at), null)
    },
    countAttempt({ attempts }, subject) {
      const count = (attempts.get(subject) ?? 0) + 1
      attempts.set(subject, count)
      return count
    },
  }
}
