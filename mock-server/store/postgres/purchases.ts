import { releasedAt } from '../order.ts'
import type { Account, Placement, Purchase, SandboxState } from '../store.ts'
import type { Database } from './database.ts'
import type { CommonTime } from './known-sandboxes.ts'
import { bytesOf, orderIn, type PlacementRow, stateIn, textDigest } from './sql/rows.ts'
import { SQL_STATEMENTS } from './sql/statements.ts'

/** A purchase, and by what name the database knows its sandbox. */
export type NamedPurchase = {
  readonly name: Buffer
  readonly account: Account
  readonly purchase: Purchase
  /** Whether it has met its fault: then one that was ordered waits for the next. */
  readonly isFaultKnown: boolean
}

/** The outcome of a purchase, and the state of its sandbox. */
export type Placed = SandboxState & { readonly placement: Placement }

/** Makes many purchases in one transaction, and returns the outcome of each. */
export async function placeOrders(
  database: Database,
  time: CommonTime,
  asked: readonly NamedPurchase[],
): Promise<readonly Placed[]> {
  const rows = await database.run<PlacementRow>(SQL_STATEMENTS.placeOrders, [...time, ...columnsOf(asked)])
  // There are as many rows as purchases, in the same order.
  return rows.map((row, nth) => ({
    ...stateIn(row),
    placement: placementIn(row, (asked[nth] as NamedPurchase).purchase),
  }))
}

/** Reads the state of many sandboxes in one round trip. */
export async function enterMany(
  database: Database,
  time: CommonTime,
  names: readonly Buffer[],
): Promise<readonly SandboxState[]> {
  const rows = await database.run<SandboxState>(SQL_STATEMENTS.enter, [names, ...time])
  return rows.map(stateIn)
}

function columnsOf(asked: readonly NamedPurchase[]): unknown[][] {
  return [
    asked.map(({ name }) => name),
    asked.map(({ account }) => account.openingBalance),
    asked.map(({ purchase }) => textDigest(purchase.partnerReference)),
    asked.map(({ purchase }) => bytesOf(purchase.partnerReference)),
    asked.map(({ purchase }) => bytesOf(purchase.sku)),
    asked.map(({ purchase }) => purchase.price),
    asked.map(({ purchase }) => JSON.stringify(purchase.course)),
    asked.map(({ purchase }) => releasedAt({ ...purchase, placedAt: 0 })),
    asked.map(({ purchase }) => purchase.revokesKey === true),
    asked.map(({ isFaultKnown }) => isFaultKnown),
  ]
}

function placementIn(row: PlacementRow, purchase: Purchase): Placement {
  const { kind, now, available, fault } = row
  if (kind === 'revoked') return { kind }
  if (kind === 'ordered-fault') return { kind, fault }
  if (kind === 'insufficient-balance') return { kind, available }
  if (kind === 'recorded') return { kind, order: { ...purchase, placedAt: now } }
  return { kind, order: orderIn(row) }
}
