import { hash } from 'node:crypto'
import type { Course } from '../../../../contract/scenario/scenario.ts'
import { type Order, releasedAt } from '../../order.ts'
import type { Placement, Purchase, SandboxState } from '../../store.ts'
import { statements } from '../database.ts'
import { SCHEMA } from '../options.ts'

/** The time of the sandbox $1, and the money it has spent: of one that nobody has used yet, too. $2 and $3 are the beginning. */
const STATE = `with clock as materialized (select ${SCHEMA}.kept_ms() as ms), state as materialized (select
    case when s.is_frozen then s.sandbox_time
      else coalesce(s.sandbox_time, $2) + ((select ms from clock) - coalesce(s.clock_time, $2)) * coalesce(s.speed, $3)
    end as now,
    coalesce(s.is_frozen, false) as "isFrozen",
    coalesce(s.speed, $3) as speed,
    coalesce(s.is_revoked, false) as "isRevoked",
    coalesce(s.debited, 0) as debited,
    s.waiting_faults is not null as "hasFaults"
  from (select) as one left join ${SCHEMA}.sandbox s on s.name = $1)`

/** One round trip each. */
export const SQL_STATEMENTS = statements({
  enter: `${STATE} select * from state`,
  findOrder: `${STATE}
    select state.*, p.reference, p.sku, p.price::float8, p.placed_at, p.course, p.revokes_key
    from state left join ${SCHEMA}.purchase p on p.sandbox = $1 and p.reference_digest = $4`,
  balance: `${STATE}
    select state.*, ($4::bigint - debited + (
      select coalesce(sum(p.price), 0) from ${SCHEMA}.purchase p where p.sandbox = $1 and p.releases_at <= now
    ))::float8 as available
    from state`,
  placeOrder: `select * from ${SCHEMA}.place_order($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
  countAttempt: `insert into ${SCHEMA}.attempt as a (sandbox, subject_digest, count) values ($1, $2, 1)
    on conflict (sandbox, subject_digest) do update set count = a.count + 1
    returning count::float8`,
  sandboxes: `select encode(name, 'hex') as digest from ${SCHEMA}.sandbox limit $1`,
  latestOrders: `select (count(*) over ())::float8 as count,
      reference, sku, price::float8, placed_at, course, revokes_key
    from ${SCHEMA}.purchase where sandbox = $1 order by placed_at desc limit $2`,
  waitingFaults: `select waiting_faults as waiting from ${SCHEMA}.sandbox where name = $1`,
  /** Only if they are still those that were read. */
  changeWaitingFaults: `update ${SCHEMA}.sandbox set waiting_faults = $3
    where name = $1 and waiting_faults is not distinct from $2 returning name`,
  /** What stays as it is, is null. */
  adjust: `insert into ${SCHEMA}.sandbox as s (name, clock_time, sandbox_time, speed, debited, is_revoked)
    values ($1, $2, $2, $3, -coalesce($4::bigint, 0), coalesce($5::boolean, false))
    on conflict (name) do update set debited = s.debited + excluded.debited,
      is_revoked = coalesce($5::boolean, s.is_revoked)`,
  changeTime: `select * from ${SCHEMA}.change_time($1, $2, $3, $4, $5, $6)`,
  reset: `select ${SCHEMA}.delete_sandbox($1::bytea),
    pg_notify('${SCHEMA}', encode($1::bytea, 'hex'))`,
  isReady: `select number from ${SCHEMA}.version`,
})

/** What is asked of the database for a purchase, after its sandbox. */
export function valuesOf(purchase: Purchase): unknown[] {
  const { partnerReference, sku, price, course, revokesKey = false } = purchase
  return [
    textDigest(partnerReference),
    bytesOf(partnerReference),
    bytesOf(sku),
    price,
    JSON.stringify(course),
    releasedAt({ ...purchase, placedAt: 0 }),
    revokesKey,
  ]
}

export type OrderRow = {
  readonly reference: Buffer
  readonly sku: Buffer
  readonly price: number
  readonly placed_at: number
  readonly course: string
  readonly revokes_key: boolean
}

export type FoundRow = SandboxState & { readonly hasFaults: boolean } & (
    | OrderRow
    | { readonly reference: null }
  )

/** Of a purchase that was decided: what belongs to its kind is there. */
export type PlacementRow = SandboxState &
  OrderRow & { readonly kind: Placement['kind']; readonly available: number }

export function placementIn(row: PlacementRow, purchase: Purchase): Placement {
  const { kind, now, available } = row
  if (kind === 'revoked' || kind === 'faults-wait') return { kind }
  if (kind === 'insufficient-balance') return { kind, available }
  if (kind === 'recorded') return { kind, order: { ...purchase, placedAt: now } }
  return { kind, order: orderIn(row) }
}

export function stateIn({ now, isFrozen, speed, isRevoked }: SandboxState): SandboxState {
  return { now, isFrozen, speed, isRevoked }
}

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
