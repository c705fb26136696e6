import type { SqlStatement } from '../database.ts'
import { SCHEMA } from '../options.ts'

/** The time, read once per statement, also for many sandboxes. */
const CLOCK = `clock as materialized (select ${SCHEMA}.kept_ms() as ms)`

/** The time of a sandbox, and the money it has spent: of one that nobody has used yet, too. $2 and $3 are the beginning. */
const STATE = `
  select
    case when w.is_frozen then w.world_time
      else coalesce(w.world_time, $2) + ((select ms from clock) - coalesce(w.clock_time, $2)) * coalesce(w.speed, $3)
    end as now,
    coalesce(w.is_frozen, false) as is_frozen,
    coalesce(w.speed, $3) as speed,
    coalesce(w.is_revoked, false) as is_revoked,
    coalesce(w.debited, 0) as debited`

/** One round trip each. They are prepared by their names, which no other statement of a connection may have. */
export const SQL_STATEMENTS = {
  enter: {
    name: 'enter',
    text: `with ${CLOCK} ${STATE}
      from unnest($1::bytea[]) with ordinality as asked (name, place)
      left join ${SCHEMA}.world w on w.name = asked.name
      order by asked.place`,
  },
  findOrder: {
    name: 'find-order',
    text: `with ${CLOCK}, state as materialized (${STATE}
        from (select) as one left join ${SCHEMA}.world w on w.name = $1)
      select s.now, s.is_frozen, s.speed, s.is_revoked,
        p.reference, p.sku, p.price::float8, p.placed_at, p.course, p.revokes_key
      from state s
      left join ${SCHEMA}.purchase p on p.world = $1 and p.reference_digest = $4`,
  },
  balance: {
    name: 'balance',
    text: `with ${CLOCK}, state as materialized (${STATE}
        from (select) as one left join ${SCHEMA}.world w on w.name = $1)
      select s.now, s.is_frozen, s.speed, s.is_revoked, ($4::bigint - s.debited + (
        select coalesce(sum(p.price), 0) from ${SCHEMA}.purchase p
        where p.world = $1 and p.releases_at <= s.now and not p.is_released
      ))::float8 as available
      from state s`,
  },
  /** Nothing at all is placed, and no row is there, where a fault waits for one of the sandboxes in $12. */
  placeOrders: {
    name: 'place-orders',
    text: `select * from ${SCHEMA}.place_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      where not exists (select from ${SCHEMA}.next_fault where world = any($12::bytea[]))`,
  },
  countAttempt: {
    name: 'count-attempt',
    text: `insert into ${SCHEMA}.attempt as a (world, subject_digest, count) values ($1, $2, 1)
      on conflict (world, subject_digest) do update set count = a.count + 1
      returning count::float8`,
  },
  sandboxes: {
    name: 'sandboxes',
    text: `select encode(name, 'hex') as digest from ${SCHEMA}.world limit $1`,
  },
  orders: {
    name: 'latest-orders',
    text: `select (count(*) over ())::float8 as count,
        reference, sku, price::float8, placed_at, course, revokes_key
      from ${SCHEMA}.purchase where world = $1 order by placed_at desc limit $2`,
  },
  adjust: {
    name: 'adjust',
    text: `insert into ${SCHEMA}.world as w (name, clock_time, world_time, speed, debited, is_revoked)
      values ($1, $2, $2, $3, -$4::bigint, coalesce($5::boolean, false))
      on conflict (name) do update
        set debited = w.debited - $4::bigint, is_revoked = coalesce($5::boolean, w.is_revoked)`,
  },
  changeTime: {
    name: 'change-time',
    text: `select * from ${SCHEMA}.change_time($1, $2, $3, $4, $5, $6, $7)`,
  },
  reset: {
    name: 'reset',
    text: `with gone as (delete from ${SCHEMA}.next_fault where world = $1) select ${SCHEMA}.reset_world($1, $2)`,
  },
  isReady: { name: 'is-ready', text: `select number from ${SCHEMA}.version` },
} as const satisfies Record<string, SqlStatement>
