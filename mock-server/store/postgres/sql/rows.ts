import { hash } from 'node:crypto'
import type { Course } from '../../../../contract/scenario/scenario.ts'
import type { Order } from '../../order.ts'
import type { Placement, SandboxState } from '../../store.ts'

/** The columns of what a sandbox is like. */
export type StateRow = {
  readonly now: number
  readonly is_frozen: boolean
  readonly speed: number
  readonly is_revoked: boolean
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

/** Of a purchase that was decided: the order is there when it was known before. */
export type PlacementRow = StateRow &
  OrderRow & { readonly kind: Exclude<Placement['kind'], 'ordered-fault'>; readonly available: number }

/** What a sandbox is like. */
export function stateIn({ now, is_frozen, speed, is_revoked }: StateRow): SandboxState {
  return { now, isFrozen: is_frozen, speed, isRevoked: is_revoked }
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
