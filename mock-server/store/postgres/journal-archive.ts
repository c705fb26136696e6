import type { JournalBounds } from '../../../contract/wire/dropped.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { JournalArchive } from '../../journal/archive.ts'
import { matches } from '../../journal/filter.ts'
import { shortDigest } from '../key-digest.ts'
import { NOBODY, type Size, type StoredJournals, trimming } from '../trim-journals.ts'
import { type Database, type SqlStatement, statements } from './database.ts'
import { SCHEMA } from './options.ts'

/** How many exchanges go into one statement. */
const CHUNK = 250
/** How many a replica removes at a time. */
const TRIM_CHUNK = 10_000
/** After so many removed ones, and after this share of all, their space is made free: else a table that stays the same would grow on the disk. */
const LEAST_DEAD = 500
const DEAD_SHARE = 0.1
const SEQS_PER_REPLICA = 100_000_000

/** @param rows of partners: how many, and from when to when. */
function countDropped(rows: string): string {
  return `insert into ${SCHEMA}.dropped as d (partner, count, first_at, last_at) ${rows}
    on conflict (partner) do update set count = d.count + excluded.count,
      first_at = least(d.first_at, excluded.first_at), last_at = greatest(d.last_at, excluded.last_at)`
}

/** Removes exchanges, and counts them as dropped. Another replica may be removing the same: what it has locked is left to it. */
function dropping(chosen: string): string {
  return `with too_many as (
      select e.ctid from ${SCHEMA}.exchange e join (${chosen}) as one using (at, replica, seq)
      for update of e skip locked),
    gone as (delete from ${SCHEMA}.exchange where ctid in (select ctid from too_many) returning partner, at, bytes),
    counted as (${countDropped('select partner, count(*), min(at), max(at) from gone group by partner order by partner')})
    select count(*)::float8 as entries, coalesce(sum(bytes), 0)::float8 as bytes from gone`
}

/** What one of the partners asked about has, from its newest on. */
const SIZED = `select at, replica, seq, row_number() over latest as place, sum(bytes) over latest as bytes_so_far
  from ${SCHEMA}.exchange where partner = asked.partner
  window latest as (order by at desc, replica desc, seq desc)`

const STATEMENTS = statements({
  // Purchases wait for the disk; the journal does not, so that its last moment may be lost.
  appendExchanges: `with haste as (select set_config('synchronous_commit', 'off', true))
    insert into ${SCHEMA}.exchange (at, replica, seq, partner, document)
    select one.at, $1, one.seq, one.partner, one.document
    from haste, unnest($2::timestamptz[], $3::bigint[], $4::text[], string_to_array($5, e'\\n'))
      as one (at, seq, partner, document)
    on conflict (at, replica, seq) do update set partner = excluded.partner, document = excluded.document,
      place = nextval('${SCHEMA}.exchange_place')`,
  countLost: countDropped('values ($1, $2, $3, $4)'),
  trimKeys: dropping(
    `select sized.at, sized.replica, sized.seq from unnest($1::text[]) as asked (partner), lateral (${SIZED}) as sized
      where sized.place > $2 or (sized.bytes_so_far > $3 and sized.place > 1)`,
  ),
  // What is above a level, from the newest on: the oldest, until so many bytes are free.
  trimLargest: dropping(
    `select at, replica, seq from (
        select at, replica, seq, bytes, sum(bytes) over (order by at, replica, seq) as freed from (
          select at, replica, seq, bytes, sum(bytes) over (
            partition by partner order by at desc, replica desc, seq desc) as bytes_so_far
          from ${SCHEMA}.exchange where partner = any($1::text[])
        ) as sized where bytes_so_far > $2
      ) as above where freed - bytes < $3 order by at, replica, seq limit $4`,
  ),
  journalSizes: `select partner, sum(bytes)::float8 as bytes from ${SCHEMA}.exchange group by partner`,
  // About how many there are, as the database last counted them.
  countExchanges: `select reltuples::float8 as count from pg_class where oid = '${SCHEMA}.exchange'::regclass`,
  // It waits for no other that does it: the space of what was removed is used again.
  vacuumExchanges: `vacuum (skip_locked, truncate off) ${SCHEMA}.exchange`,
  droppedExchanges: `select sum(count)::float8 as count, min(first_at) as first, max(last_at) as last
    from ${SCHEMA}.dropped where $1::text is null or partner = $1`,
  forgetExchanges: `with forgotten as (delete from ${SCHEMA}.exchange where partner = $1)
    delete from ${SCHEMA}.dropped where partner = $1`,
  latestPlace: `select last_value::float8 as place from ${SCHEMA}.exchange_place`,
  exchangesOfOthers: `select place::float8, document, (count(*) over ())::float8 as total from ${SCHEMA}.exchange
    where place > $2 and replica <> $1 and ($4::text is null or partner = $4) order by place desc limit $3`,
  readExchanges: `select document from ${SCHEMA}.exchange
    where ($1::text is null or partner = $1) and ($2::bigint is null or seq > $2)
    order by at desc, replica desc, seq desc limit $3`,
})
type DroppedRow = { readonly count: number | null; readonly first: Date; readonly last: Date }
type OtherRow = { readonly place: number; readonly document: string; readonly total: number }

/** Complete exchanges of all replicas, ordered by each replica's time, then by replica. */
export function postgresArchive(database: Database, replica: number, bounds: JournalBounds): JournalArchive {
  const trim = trimming(journalsIn(database), bounds)
  const vacuum = vacuuming(database)
  return {
    firstSeq: replica * SEQS_PER_REPLICA,
    digestOf: shortDigest,
    async append(given, lost = new Map()) {
      for (const [partner, { count, from, to }] of lost)
        await database.run(STATEMENTS.countLost, [partner ?? NOBODY, count, from, to])
      // One statement takes an exchange once: of those that come twice, the later one.
      const exchanges = [...new Map(given.map((exchange) => [exchange.seq, exchange])).values()]
      for (let from = 0; from < exchanges.length; from += CHUNK) {
        const chunk = exchanges.slice(from, from + CHUNK)
        const partners = chunk.map(({ partner }) => partner ?? NOBODY)
        // JSON escapes what a text of PostgreSQL can't hold.
        const documents = chunk.map((exchange) => JSON.stringify(exchange))
        const numbers = [chunk.map(({ at }) => at), chunk.map(({ seq }) => seq)]
        // No line of JSON has a line break in it: as lines they need none of the escapes of an array.
        const lines = documents.join('\n')
        await database.run(STATEMENTS.appendExchanges, [replica, ...numbers, partners, lines])
        for (const [nth, partner] of partners.entries()) trim.note(partner, documents[nth]?.length ?? 0)
      }
      await vacuum(await trim.run())
    },
    async read({ partner, afterSeq, ...filter }, most) {
      const asked = [partner ?? null, afterSeq ?? null, most ?? null]
      const rows = await database.run<{ document: string }>(STATEMENTS.readExchanges, asked)
      // Each was written as one.
      const exchanges = rows.map(({ document }) => JSON.parse(document) as Exchange).reverse()
      return exchanges.filter((exchange) => matches(exchange, filter))
    },
    async dropped(partner) {
      const [row] = await database.run<DroppedRow>(STATEMENTS.droppedExchanges, [partner ?? null])
      const { count, first, last } = row as DroppedRow
      return count === null ? null : { count, from: first.toISOString(), to: last.toISOString() }
    },
    others: {
      own: replica,
      async latest() {
        const [row] = await database.run<{ place: number }>(STATEMENTS.latestPlace, [])
        return row?.place ?? 0
      },
      async after(place, most, partner) {
        const rows = await database.run<OtherRow>(STATEMENTS.exchangesOfOthers, [
          replica,
          place,
          most,
          partner ?? null,
        ])
        const written = rows.map(({ place, document }) => ({
          place,
          exchange: JSON.parse(document) as Exchange,
        }))
        return { written: written.reverse(), total: rows[0]?.total ?? 0 }
      },
    },
    async forget(partner) {
      await database.run(STATEMENTS.forgetExchanges, [partner])
    },
  }
}

function journalsIn(database: Database): StoredJournals {
  const remove = async (statement: SqlStatement, values: unknown[]): Promise<Size> => {
    const [gone] = await database.run<Size>(statement, values)
    return gone ?? { entries: 0, bytes: 0 }
  }
  return {
    trim: (partners, { entries, bytes }) => remove(STATEMENTS.trimKeys, [partners, entries, bytes]),
    sizes: () => database.run(STATEMENTS.journalSizes, []),
    trimAbove: (level, partners, bytes) =>
      remove(STATEMENTS.trimLargest, [partners, level, bytes, TRIM_CHUNK]),
  }
}

function vacuuming(database: Database): (removed: number) => Promise<void> {
  let dead = 0
  return async (removed) => {
    dead += removed
    if (dead < LEAST_DEAD) return
    const [rows] = await database.run<{ count: number }>(STATEMENTS.countExchanges, [])
    if (dead < (rows?.count ?? 0) * DEAD_SHARE) return
    dead = 0
    // Where it takes too long, the database does it by itself, later.
    await database.run(STATEMENTS.vacuumExchanges, []).catch(() => {})
  }
}
