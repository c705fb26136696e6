import { releasedAt } from '../order.ts'
import type { Account, Placement, Purchase, SandboxState } from '../store.ts'
import type { Database } from './database.ts'
import { orderIn, type PlacementRow, stateIn } from './sql/rows.ts'
import { STATEMENTS } from './sql/statements.ts'
import { bytesOf, digestOf } from './sql/text-bytes.ts'
import type { CommonTime } from './worlds.ts'

/** A purchase, and by what name the database knows its sandbox. */
export type NamedPurchase = {
  readonly name: Buffer
  readonly account: Account
  readonly purchase: Purchase
}

/** The outcome of a purchase, and the state of its sandbox. */
export type Placed = SandboxState & { readonly placement: Placement }

/** Makes many purchases in one transaction, and returns the outcome of each. */
export async function placeOrders(
  database: Database,
  time: CommonTime,
  asked: readonly NamedPurchase[],
): Promise<readonly Placed[]> {
  // All transactions lock sandboxes in the same order, so that no two wait for each other.
  const places = asked.map((_, place) => place).sort((one, other) => nameAt(one).compare(nameAt(other)))
  const sorted = places.map((place) => asked[place] as NamedPurchase)
  const rows = await database.run<PlacementRow>(STATEMENTS.placeOrders, [...time, ...columnsOf(sorted)])
  const answers: Placed[] = []
  for (const [index, place] of places.entries())
    answers[place] = placedIn(rows[index] as PlacementRow, sorted[index] as NamedPurchase)
  return answers

  function nameAt(place: number): Buffer {
    return (asked[place] as NamedPurchase).name
  }
}

function columnsOf(asked: readonly NamedPurchase[]): unknown[][] {
  return [
    asked.map(({ name }) => name),
    asked.map(({ account }) => account.openingBalance),
    asked.map(({ purchase }) => digestOf(purchase.partnerReference)),
    asked.map(({ purchase }) => bytesOf(purchase.partnerReference)),
    asked.map(({ purchase }) => bytesOf(purchase.sku)),
    asked.map(({ purchase }) => purchase.price),
    asked.map(({ purchase }) => JSON.stringify(purchase.course)),
    asked.map(({ purchase }) => releasedAt({ ...purchase, placedAt: 0 })),
    asked.map(({ purchase }) => purchase.revokesKey === true),
  ]
}

function placedIn(row: PlacementRow, asked: NamedPurchase): Placed {
  return { ...stateIn(row), placement: placementIn(row, asked) }
}

function placementIn(row: PlacementRow, { purchase }: NamedPurchase): Placement {
  const { kind } = row
  if (kind === 'revoked') return { kind }
  if (kind === 'insufficient-balance') return { kind, available: row.available }
  if (kind === 'recorded') return { kind, order: { ...purchase, placedAt: row.now } }
  return { kind, order: orderIn(row) }
}
