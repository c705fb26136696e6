import { statements } from '../database.ts'
import { SCHEMA } from '../options.ts'

/** The time, read once per statement, also for many sandboxes. */
const CLOCK = `clock as materialized (select ${SCHEMA}.kept_ms() as ms)`

/** The time of a sandbox, and the money it has spent: of one that nobody has used yet, too. $2 and $3 are the beginning. */
const STATE = `
  select
    case when s.is_frozen then s.sandbox_time
      else coalesce(s.sandbox_time, $2) + ((select ms from clock) - coalesce(s.clock_time, $2)) * coalesce(s.speed, $3)
    end as now,
    coalesce(s.is_frozen, false) as "isFrozen",
    coalesce(s.speed, $3) as speed,
    coalesce(s.is_revoked, false) as "isRevoked",
    coalesce(s.debited, 0) as debited,
    s.waiting_faults is not null as "hasFaults"`

/** That of the sandbox $1. */
const ONE_STATE = `with ${CLOCK}, state as materialized (${STATE}
    from (select) as one left join ${SCHEMA}.sandbox s on s.name = $1)`

/** One round trip each. */
export const SQL_STATEMENTS = statements({
  enter: `with ${CLOCK} ${STATE}
    from unnest($1::bytea[]) with ordinality as asked (name, nth)
    left join ${SCHEMA}.sandbox s on s.name = asked.name
    order by asked.nth`,
  findOrder: `${ONE_STATE}
    select state.*, p.reference, p.sku, p.price::float8, p.placed_at, p.course, p.revokes_key
    from state left join ${SCHEMA}.purchase p on p.sandbox = $1 and p.reference_digest = $4`,
  balance: `${ONE_STATE}
    select state.*, ($4::bigint - debited + (
      select coalesce(sum(p.price), 0) from ${SCHEMA}.purchase p where p.sandbox = $1 and p.releases_at <= now
    ))::float8 as available
    from state`,
  placeOrders: `select * from ${SCHEMA}.place_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) order by nth`,
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
  changeTime: `select * from ${SCHEMA}.change_time($1, $2, $3, $4, $5, $6, $7)`,
  reset: `select ${SCHEMA}.delete_sandboxes(array[$1::bytea]),
    pg_notify('${SCHEMA}', encode($1::bytea, 'hex') || ' ' || $2::text)`,
  isReady: `select number from ${SCHEMA}.version`,
})
