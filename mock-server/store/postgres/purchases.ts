import type { OrderedFault } from '../../../contract/wire/ordered-fault.ts'
import { releasedAt } from '../order.ts'
import type { Account, Placement, Purchase, SandboxState } from '../store.ts'
import type { Database } from './database.ts'
import type { CommonTime } from './known-sandboxes.ts'
import { FAULT_STATEMENTS } from './next-faults.ts'
import { bytesOf, orderIn, type PlacementRow, type StateRow, stateIn, textDigest } from './sql/rows.ts'
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
  // All transactions lock sandboxes in the same order, so that no two wait for each other.
  const places = asked.map((_, place) => place).sort((one, other) => nameAt(one).compare(nameAt(other)))
  const sorted = places.map((place) => asked[place] as NamedPurchase)
  const meeting = sorted.filter(({ isFaultKnown }) => !isFaultKnown).map(({ name }) => name)
  const values = [...time, ...columnsOf(sorted), meeting]
  const rows = await database.run<PlacementRow>(SQL_STATEMENTS.placeOrders, values)
  if (rows.length === 0) return placeBesideFaults(database, time, asked)
  const answers: Placed[] = []
  for (const [index, place] of places.entries())
    answers[place] = placedIn(rows[index] as PlacementRow, sorted[index] as NamedPurchase)
  return answers

  function nameAt(place: number): Buffer {
    return (asked[place] as NamedPurchase).name
  }
}

/** The same where a fault waits: the first purchase of its sandbox takes it, and the others are placed. */
async function placeBesideFaults(
  database: Database,
  time: CommonTime,
  asked: readonly NamedPurchase[],
): Promise<readonly Placed[]> {
  const faults = await takeFaults(database, asked)
  const met = asked.map(({ name, isFaultKnown }) => {
    const fault = isFaultKnown ? undefined : faults.get(name.toString('hex'))
    if (fault !== undefined) faults.delete(name.toString('hex'))
    return fault
  })
  const others = asked.filter((_, place) => met[place] === undefined)
  const placed = others.length === 0 ? [] : [...(await placeOrders(database, time, others.map(knowing)))]
  const states = [...(await enterMany(database, time, asked.filter((_, place) => met[place]).map(nameIn)))]
  // There are as many of both as were asked for, in the same order.
  return met.map((fault) =>
    fault === undefined
      ? (placed.shift() as Placed)
      : { ...(states.shift() as SandboxState), placement: { kind: 'ordered-fault', fault } },
  )
}

async function takeFaults(
  database: Database,
  asked: readonly NamedPurchase[],
): Promise<Map<string, OrderedFault>> {
  const names = asked.filter(({ isFaultKnown }) => !isFaultKnown).map(nameIn)
  const rows = await database.run<{ world: Buffer; fault: OrderedFault }>(FAULT_STATEMENTS.meet, [names])
  return new Map(rows.map(({ world, fault }) => [world.toString('hex'), fault]))
}

function nameIn({ name }: NamedPurchase): Buffer {
  return name
}

function knowing(asked: NamedPurchase): NamedPurchase {
  return { ...asked, isFaultKnown: true }
}

/** Reads the state of many sandboxes in one round trip. */
export async function enterMany(
  database: Database,
  time: CommonTime,
  names: readonly Buffer[],
): Promise<readonly SandboxState[]> {
  const rows = await database.run<StateRow>(SQL_STATEMENTS.enter, [names, ...time])
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
