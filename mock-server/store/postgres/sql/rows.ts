import { hash } from 'node:crypto'
import type { Course } from '../../../../contract/scenario/scenario.ts'
import { type Order, releasedAt } from '../../order.ts'
import type { Account, Placement, Purchase, SandboxState } from '../../store.ts'

/** A purchase, and by what name the database knows its sandbox. */
export type NamedPurchase = {
  readonly name: Buffer
  readonly account: Account
  readonly purchase: Purchase
  /** Whether it has met its fault: then one that was ordered waits for the next. */
  readonly isFaultKnown: boolean
}

/** Purchases, as columns. */
export function columnsOf(asked: readonly NamedPurchase[]): unknown[][] {
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

/** The columns of an order. */
export type OrderRow = {
  readonly reference: Buffer
  readonly sku: Buffer
  readonly price: number
  readonly placed_at: number
  readonly course: string
  readonly revokes_key: boolean
}

/** What was looked up: a sandbox, and its order, if there is one. */
export type FoundRow = SandboxState & { readonly hasFaults: boolean } & (
    | OrderRow
    | { readonly reference: null }
  )

/** Of a purchase that was decided: what belongs to its kind is there. */
export type PlacementRow = SandboxState &
  OrderRow & { readonly kind: Placement['kind']; readonly available: number }

/** What came of a purchase. */
export function placementIn(row: PlacementRow, purchase: Purchase): Placement {
  const { kind, now, available } = row
  if (kind === 'revoked' || kind === 'faults-wait') return { kind }
  if (kind === 'insufficient-balance') return { kind, available }
  if (kind === 'recorded') return { kind, order: { ...purchase, placedAt: now } }
  return { kind, order: orderIn(row) }
}

/** What a sandbox is like, of a row that has more. */
export function stateIn({ now, isFrozen, speed, isRevoked }: SandboxState): SandboxState {
  return { now, isFrozen, speed, isRevoked }
}

/** An order, as it was recorded. */
export function orderIn(row: OrderRow): Order {
  return {
    partnerReference: row.reference.toString('utf16le'),
    sku: row.sku.toString('utf16le'),
    price: row.price,
    placedAt: row.placed_at,
    // It was written as one.
    course: JSON.parse(row.course) as Course,
    ...(row.revokes_key && { revokesKey: true }),
  }
}

/** Any string of JavaScript as bytes: a NUL and half a surrogate pair come back as they were. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'utf16le')
}

/** The index key of a text of any length: the SHA-256 of its bytes. */
export function textDigest(text: string): Buffer {
  return hash('sha256', bytesOf(text), 'buffer')
}
