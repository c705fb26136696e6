import { hash } from 'node:crypto'
import type { Course } from '../../../../contract/scenario/scenario.ts'
import type { OrderedFault } from '../../../../contract/wire/ordered-fault.ts'
import type { Order } from '../../order.ts'
import type { Placement, SandboxState } from '../../store.ts'

/** The columns of an order. */
export type OrderRow = {
  readonly reference: Buffer
  readonly sku: Buffer
  readonly price: number
  readonly placed_at: number
  readonly course: string
  readonly revokes_key: boolean
}

/** Of a purchase that was decided: what belongs to its kind is there. */
export type PlacementRow = SandboxState &
  OrderRow & { readonly kind: Placement['kind']; readonly available: number; readonly fault: OrderedFault }

/** What a sandbox is like, of a row that has more. */
export function stateIn({ now, isFrozen, speed, isRevoked }: SandboxState): SandboxState {
  return { now, isFrozen, speed, isRevoked }
}

/** An order, as it was recorded. */
export function orderIn(row: OrderRow): Order {
  return {
    partnerReference: textOf(row.reference),
    sku: textOf(row.sku),
    price: row.price,
    placedAt: row.placed_at,
    // It was written as one.
    course: JSON.parse(row.course) as Course,
    ...(row.revokes_key && { revokesKey: true }),
  }
}

/** Any string of JavaScript as bytes, and back: a NUL and half a surrogate pair come back as they were. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'utf16le')
}

/** @param bytes as {@link bytesOf} gave them. */
function textOf(bytes: Buffer): string {
  return bytes.toString('utf16le')
}

/** The index key of a text of any length: the SHA-256 of its bytes. */
export function textDigest(text: string): Buffer {
  return hash('sha256', bytesOf(text), 'buffer')
}
