import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../mock-server/store/store.ts'
import { median } from '../statistics.ts'
import {
  type Costs,
  costsOfMock,
  costsOfStore,
  type Deed,
  fill,
  fillJournal,
  type GrowthOperation,
} from './costs.ts'
import type { MeasuredStore, Place, TidyStore } from './stores.ts'

/** What the operations cost with so many orders in a store: microseconds each. */
export type GrowthAt = {
  readonly orders: number
  readonly store: Readonly<Record<GrowthOperation, number>>
  readonly mock: Readonly<Record<GrowthOperation, number>>
}

const BATCHES = 25
/** Reads change nothing, and may be many; purchases make the store larger than it was to be. */
const PURCHASES_PER_BATCH = 10
const READS_FIRST: readonly GrowthOperation[] = ['lookup', 'balance', 'replay', 'purchase']
/** So many rounds, or as many as there is time for: what takes long is none of the compiler's doing. */
const WARM_UP = { rounds: 8, milliseconds: 8_000 }

/** How large a store is to be, and where. */
export type GrowthPlan = {
  /** Ascending. */
  readonly sizes: readonly number[]
  readonly server: Place['server']
}

/** The costs of one store at several sizes. */
export async function measureGrowth(
  { open, readsPerBatch }: MeasuredStore,
  { sizes, server }: GrowthPlan,
): Promise<GrowthAt[]> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-growth-'))
  const opened = async <Result>(use: (store: TidyStore) => Promise<Result>): Promise<Result> => {
    const store = await open({ folder: mkdtempSync(join(folder, 'store-')), server })
    try {
      return await use(store)
    } finally {
      await store.close()
    }
  }
  try {
    await opened((store) => warmUp(store, readsPerBatch))
    return await opened((store) => atEverySize(store, sizes, readsPerBatch))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the compiler has not seen costs more: the first size would look dear. */
async function warmUp(store: Store, readsPerBatch: number): Promise<void> {
  await fill(store, 0, 1000)
  const ends = performance.now() + WARM_UP.milliseconds
  let next = 1000
  for (let round = 0; round < WARM_UP.rounds && performance.now() < ends; round += 1)
    next = (await costsAt(store, { size: 1000, next, readsPerBatch })).next
}

async function atEverySize(
  store: TidyStore,
  sizes: readonly number[],
  readsPerBatch: number,
): Promise<GrowthAt[]> {
  await fillJournal(store)
  const rows: GrowthAt[] = []
  let next = 0
  for (const size of sizes) {
    await fill(store, next, size)
    await store.tidy?.()
    globalThis.gc?.()
    const { next: after, ...costs } = await costsAt(store, {
      size,
      next: Math.max(next, size),
      readsPerBatch,
    })
    rows.push({ orders: size, ...costs })
    next = after
  }
  return rows
}

type Timing = {
  readonly size: number
  /** The number of the first order that is not there yet. */
  readonly next: number
  readonly readsPerBatch: number
}

async function costsAt(store: Store, timing: Timing) {
  const ofStore = await costsOf(costsOfStore(store), timing)
  const ofMock = await costsOf(costsOfMock(store), { ...timing, next: ofStore.next })
  return { store: ofStore.costs, mock: ofMock.costs, next: ofMock.next }
}

async function costsOf(costs: Costs, { size, next: first, readsPerBatch }: Timing) {
  let next = first
  let known = 0
  const measured: Record<GrowthOperation, number> = { purchase: 0, replay: 0, lookup: 0, balance: 0 }
  for (const operation of READS_FIRST) {
    const isPurchase = operation === 'purchase'
    const samples: number[] = []
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const deeds = Array.from({ length: isPurchase ? PURCHASES_PER_BATCH : readsPerBatch }, () => {
        // A stride that visits orders of every age, none of them twice in a row.
        known = (known + 7919) % size
        return costs[operation](isPurchase ? next++ : known)
      })
      samples.push(await microsecondsOf(deeds))
    }
    measured[operation] = median(samples)
  }
  await costs.settle()
  return { costs: measured, next }
}

async function microsecondsOf(deeds: readonly Deed[]): Promise<number> {
  const began = performance.now()
  for (const deed of deeds) await deed()
  return ((performance.now() - began) * 1000) / deeds.length
}
