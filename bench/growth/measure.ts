import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../mock-server/store.ts'
import { median } from '../statistics.ts'
import { type Costs, costsOfMock, costsOfStore, type Deed, fill, type GrowthOperation } from './costs.ts'
import type { MeasuredStore } from './stores.ts'

/** What the operations cost with so many orders in a store: microseconds each. */
export type GrowthAt = {
  readonly orders: number
  readonly store: Readonly<Record<GrowthOperation, number>>
  readonly mock: Readonly<Record<GrowthOperation, number>>
}

const BATCHES = 25
/** Reads change nothing, and may be many; purchases make the store larger than it was to be. */
const BATCH: Readonly<Record<GrowthOperation, number>> = {
  purchase: 10,
  replay: 200,
  lookup: 200,
  balance: 200,
}
const READS_FIRST: readonly GrowthOperation[] = ['lookup', 'balance', 'replay', 'purchase']
const WARM_UP_ROUNDS = 8

/** The costs of one store at several sizes, ascending. */
export async function measureGrowth(
  { open, upTo }: MeasuredStore,
  sizes: readonly number[],
): Promise<GrowthAt[]> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-growth-'))
  const opened = async <Result>(use: (store: Store) => Promise<Result>): Promise<Result> => {
    const store = await open(mkdtempSync(join(folder, 'store-')))
    try {
      return await use(store)
    } finally {
      await store.close()
    }
  }
  try {
    await opened(warmUp)
    return await opened((store) =>
      atEverySize(
        store,
        sizes.filter((size) => size <= upTo),
      ),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the compiler has not seen costs more: the first size would look dear. */
async function warmUp(store: Store): Promise<void> {
  await fill(store, 0, 1000)
  let next = 1000
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) next = (await costsAt(store, 1000, next)).next
}

async function atEverySize(store: Store, sizes: readonly number[]): Promise<GrowthAt[]> {
  const rows: GrowthAt[] = []
  let next = 0
  for (const size of sizes) {
    await fill(store, next, size)
    globalThis.gc?.()
    const { next: after, ...costs } = await costsAt(store, size, Math.max(next, size))
    rows.push({ orders: size, ...costs })
    next = after
  }
  return rows
}

/** @param next the number of the first order that is not there yet. */
async function costsAt(store: Store, size: number, next: number) {
  const ofStore = await costsOf(costsOfStore(store), size, next)
  const ofMock = await costsOf(costsOfMock(store), size, ofStore.next)
  return { store: ofStore.costs, mock: ofMock.costs, next: ofMock.next }
}

async function costsOf(costs: Costs, size: number, first: number) {
  let next = first
  let known = 0
  const measured: Record<GrowthOperation, number> = { purchase: 0, replay: 0, lookup: 0, balance: 0 }
  for (const operation of READS_FIRST) {
    const samples: number[] = []
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const deeds = Array.from({ length: BATCH[operation] }, () => {
        // A stride that visits orders of every age, none of them twice in a row.
        known = (known + 7919) % size
        return costs[operation](operation === 'purchase' ? next++ : known)
      })
      samples.push(await microsecondsOf(deeds))
    }
    measured[operation] = median(samples)
  }
  return { costs: measured, next }
}

async function microsecondsOf(deeds: readonly Deed[]): Promise<number> {
  const began = performance.now()
  for (const deed of deeds) await deed()
  return ((performance.now() - began) * 1000) / deeds.length
}
