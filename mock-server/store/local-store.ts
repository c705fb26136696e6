import type { Clock } from '../../contract/clock.ts'
import { countedDown, type WaitingFault, withWaiting } from '../../contract/wire/ordered-fault.ts'
import { type Order, releasedAt } from './order.ts'
import { type Anchor, changedAnchor, sandboxTimeAt } from './sandbox-clock.ts'
import {
  type Account,
  type MaybePromise,
  type Placement,
  type Purchase,
  type SandboxState,
  type Store,
  timeListeners,
} from './store.ts'

/** What is kept of a sandbox besides its orders. */
export type SandboxRecord = {
  /** In minor units, without the releases that are due and not booked yet. */
  available: number
  isRevoked: boolean
  orders: number
  /** When the first of its releases is due: most purchases need not look for one. */
  nextReleaseAt: number | null
  waiting: readonly WaitingFault[]
  /** Its own time; null where it has the common one. */
  anchor: Anchor | null
}

/** Sandboxes and their orders, which this process alone has: each is found and changed at once. */
export type Records<Sandbox extends SandboxRecord> = {
  find(name: string): Sandbox | undefined
  create(name: string, available: number): Sandbox
  save(sandbox: Sandbox): void
  /** Removes a sandbox, with everything of it. */
  remove(name: string, sandbox: Sandbox): void
  /** Those that there are, the latest first. */
  names(most: number): readonly string[]
  findOrder(sandbox: Sandbox, partnerReference: string): Order | undefined
  /** The latest first. */
  latest(sandbox: Sandbox, most: number): readonly Order[]
  /** @param dueAt when its money returns; null when it never does. */
  addOrder(sandbox: Sandbox, order: Order, dueAt: number | null): void
  /** What failed orders have given back by a moment, and is not booked. */
  due(sandbox: Sandbox, now: number): number
  /** Takes that as booked. @returns when the next is due. */
  book(sandbox: Sandbox, now: number): number | null
  countAttempt(sandbox: Sandbox, subject: string): number
}

type PlaceOrder = (
  account: Account,
  purchase: Purchase,
  isFaultKnown?: boolean,
) => SandboxState & { readonly placement: Placement }

/** How the calls of a store are answered that decides everything at once. */
export type Answering = {
  /** One that changes nothing. */
  read<Given extends unknown[], Result>(
    operate: (...given: Given) => Result,
  ): (...given: Given) => MaybePromise<Result>
  /** One that changes everything that it says, or nothing. */
  change<Given extends unknown[], Result>(
    operate: (...given: Given) => Result,
  ): (...given: Given) => Promise<Result>
  place(placeOrder: PlaceOrder): Store['placeOrder']
}

/**
 * What a store that one process alone writes does with its records: every decision is made synchronously, so that
 * purchases can not interfere.
 * `common` is the time of sandboxes that nobody has moved.
 */
export function localStore<Sandbox extends SandboxRecord>(
  records: Records<Sandbox>,
  time: Pick<Clock, 'now'>,
  common: Anchor,
  { read, change, place }: Answering,
) {
  const { notify, onTimeChange } = timeListeners()
  const found = ({ sandbox }: Account) => records.find(sandbox)
  const opened = ({ sandbox, openingBalance }: Account) =>
    records.find(sandbox) ?? records.create(sandbox, openingBalance)
  const stateOf = (sandbox: Sandbox | undefined): SandboxState => {
    const anchor = sandbox?.anchor ?? common
    const { isFrozen, speed } = anchor
    return { now: sandboxTimeAt(anchor, time.now()), isFrozen, speed, isRevoked: sandbox?.isRevoked ?? false }
  }
  const setWaiting = (sandbox: Sandbox, waiting: readonly WaitingFault[]) => {
    sandbox.waiting = waiting
    records.save(sandbox)
  }
  const placeOrder: PlaceOrder = (account, purchase, isFaultKnown = false) => {
    const sandbox = opened(account)
    const { now, isFrozen, speed } = stateOf(sandbox)
    const mayFail = !isFaultKnown && !sandbox.isRevoked && sandbox.waiting.length > 0
    const placement: Placement = mayFail ? { kind: 'faults-wait' } : placed(records, sandbox, purchase, now)
    return { now, isFrozen, speed, isRevoked: sandbox.isRevoked, placement }
  }
  return {
    enter: read((account) => stateOf(found(account))),
    placeOrder: place(placeOrder),
    findOrder: read((account, partnerReference) => {
      const sandbox = found(account)
      const order = sandbox && records.findOrder(sandbox, partnerReference)
      return { ...stateOf(sandbox), order, hasFaults: sandbox !== undefined && sandbox.waiting.length > 0 }
    }),
    balance: read((account) => {
      const sandbox = found(account)
      const state = stateOf(sandbox)
      if (sandbox === undefined) return { ...state, available: account.openingBalance }
      return { ...state, available: sandbox.available + dueOf(records, sandbox, state.now) }
    }),
    countAttempt: change((account, subject) => records.countAttempt(opened(account), subject)),
    next: {
      read: read((account) => found(account)?.waiting ?? []),
      put: change((account, fault) => {
        const sandbox = opened(account)
        setWaiting(sandbox, withWaiting(sandbox.waiting, fault))
      }),
      take: change((account, operation) => {
        const sandbox = found(account)
        if (sandbox === undefined || sandbox.waiting.length === 0) return undefined
        const { due, left } = countedDown(sandbox.waiting, operation)
        setWaiting(sandbox, left)
        return due
      }),
      withdraw: change((account) => {
        const sandbox = found(account)
        if (sandbox === undefined) return []
        const { waiting } = sandbox
        setWaiting(sandbox, [])
        return waiting
      }),
    },
    sandboxes: read((most) => records.names(most)),
    orders: read((account, most) => {
      const sandbox = found(account)
      return { count: sandbox?.orders ?? 0, latest: sandbox ? records.latest(sandbox, most) : [] }
    }),
    adjust: change((account, asked) => {
      const sandbox = opened(account)
      if ('credit' in asked) sandbox.available += asked.credit
      else sandbox.isRevoked = asked.isRevoked
      records.save(sandbox)
    }),
    changeTime: change((account, asked) => {
      const sandbox = opened(account)
      sandbox.anchor = changedAnchor(sandbox.anchor ?? common, time.now(), asked)
      records.save(sandbox)
      notify(account.sandbox)
      return stateOf(sandbox)
    }),
    reset: change((account) => {
      const sandbox = found(account)
      if (sandbox !== undefined) records.remove(account.sandbox, sandbox)
      notify(account.sandbox)
    }),
    onTimeChange,
  } satisfies Partial<Store>
}

function placed<Sandbox extends SandboxRecord>(
  records: Records<Sandbox>,
  sandbox: Sandbox,
  purchase: Purchase,
  now: number,
): Placement {
  if (sandbox.isRevoked) return { kind: 'revoked' }
  const known = records.findOrder(sandbox, purchase.partnerReference)
  if (known !== undefined) return { kind: known.sku === purchase.sku ? 'replayed' : 'conflict', order: known }
  const available = sandbox.available + dueOf(records, sandbox, now)
  if (available < purchase.price) return { kind: 'insufficient-balance', available }
  const order: Order = { ...purchase, placedAt: now }
  // Time in a sandbox never goes back, so that a release that is due can be booked for good.
  const next = isDue(sandbox, now) ? records.book(sandbox, now) : sandbox.nextReleaseAt
  const dueAt = releasedAt(order)
  records.addOrder(sandbox, order, dueAt)
  sandbox.available = available - order.price
  sandbox.orders += 1
  sandbox.isRevoked = order.revokesKey === true
  sandbox.nextReleaseAt = dueAt === null ? next : Math.min(dueAt, next ?? dueAt)
  records.save(sandbox)
  return { kind: 'recorded', order }
}

function isDue({ nextReleaseAt }: SandboxRecord, now: number): boolean {
  return nextReleaseAt !== null && nextReleaseAt <= now
}

function dueOf<Sandbox extends SandboxRecord>(
  records: Records<Sandbox>,
  sandbox: Sandbox,
  now: number,
): number {
  return isDue(sandbox, now) ? records.due(sandbox, now) : 0
}
