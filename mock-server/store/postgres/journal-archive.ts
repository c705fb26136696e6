import { hash } from 'node:crypto'
import type { JournalBounds } from '../../../contract/wire/dropped.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { JournalArchive } from '../../journal/archive.ts'
import { cutTo, levelFor } from '../../journal/key-bounds.ts'
import type { Database, SqlStatement } from './database.ts'
import { SCHEMA } from './options.ts'
import { bytesOf } from './sql/rows.ts'

/** How many exchanges go into one statement. */
const CHUNK = 250
/** After which share of a bound, of its own exchanges, a replica looks whether there are too many. */
const TRIM_SHARE = 0.1
/** How many a replica removes at a time. */
const TRIM_CHUNK = 5_000
/** How many keys it looks at in one statement. */
const MOST_TRIMMED = 20
/** After so many removed ones, their space is made free: else a table that stays the same would grow on the disk. */
const LEAST_DEAD = 500
/** How many exchanges one process can number. */
const SEQS_PER_REPLICA = 100_000_000
/** The partner of a call without an accepted key. No partner has an empty name. */
const NOBODY = ''
/** Enough that no two guests of one database share a name. */
const DIGEST_DIGITS = 12

/** Purchases wait for the disk; the journal does not, so that its last moment may be lost. */
const APPEND = {
  name: 'append-exchanges',
  text: `with haste as (select set_config('synchronous_commit', 'off', true))
    insert into ${SCHEMA}.exchange
    (at, replica, seq, partner, operation, reference, sku, effect, delivery, status, document)
    select one.at, $1, one.seq, one.partner, one.operation, one.reference, one.sku, one.effect,
      one.delivery, one.status, one.document
    from haste, unnest($2::timestamptz[], $3::bigint[], $4::text[], $5::text[], $6::bytea[], $7::bytea[],
      $8::text[], $9::text[], $10::integer[], $11::text[])
      as one (at, seq, partner, operation, reference, sku, effect, delivery, status, document)
    on conflict (at, replica, seq) do update set partner = excluded.partner, operation = excluded.operation,
      reference = excluded.reference, sku = excluded.sku, effect = excluded.effect,
      delivery = excluded.delivery, status = excluded.status, document = excluded.document,
      place = nextval('${SCHEMA}.exchange_place')`,
}
/** Removes exchanges, and counts them as dropped. Another replica may be removing the same: what it has locked is left to it. */
function dropping(name: string, chosen: string): SqlStatement {
  return {
    name,
    text: `with too_many as (
        select e.ctid from ${SCHEMA}.exchange e join (${chosen}) as one using (at, replica, seq)
        for update of e skip locked),
      gone as (delete from ${SCHEMA}.exchange where ctid in (select ctid from too_many) returning partner, at, bytes),
      counted as (
        insert into ${SCHEMA}.dropped as d (partner, count, first_at, last_at)
        select partner, count(*), min(at), max(at) from gone group by partner order by partner
        on conflict (partner) do update set count = d.count + excluded.count,
          first_at = least(d.first_at, excluded.first_at), last_at = greatest(d.last_at, excluded.last_at))
      select count(*)::float8 as count, coalesce(sum(bytes), 0)::float8 as bytes from gone`,
  }
}
/** Of each of some partners, what is above the bounds of a key, from its newest on. */
const SIZED = `select at, replica, seq, row_number() over latest as place, sum(bytes) over latest as bytes_so_far
  from ${SCHEMA}.exchange where partner = asked.partner
  window latest as (order by at desc, replica desc, seq desc)`
const TRIM_KEYS = dropping(
  'trim-keys',
  `select sized.at, sized.replica, sized.seq from unnest($1::text[]) as asked (partner), lateral (${SIZED}) as sized
    where sized.place > $2 or (sized.bytes_so_far > $3 and sized.place > 1)`,
)
/** Of the largest journals, what is above a level, from the newest on: the oldest, until so many bytes are free. */
const TRIM_LARGEST = dropping(
  'trim-largest',
  `select at, replica, seq from (
      select at, replica, seq, bytes, sum(bytes) over (order by at, replica, seq) as freed from (
        select at, replica, seq, bytes, sum(bytes) over (
          partition by partner order by at desc, replica desc, seq desc) as bytes_so_far
        from ${SCHEMA}.exchange where partner = any($1::text[])
      ) as sized where bytes_so_far > $2
    ) as above where freed - bytes < $3 order by at, replica, seq limit $4`,
)
const SIZES = {
  name: 'journal-sizes',
  text: `select partner, sum(bytes)::float8 as bytes from ${SCHEMA}.exchange group by partner`,
}
/** About how many there are, as the database last counted them. */
const ROWS = {
  name: 'count-exchanges',
  text: `select reltuples::float8 as count from pg_class where oid = '${SCHEMA}.exchange'::regclass`,
}
/** It waits for no other that does it: the space of what was removed is used again. */
const VACUUM = { name: 'vacuum-exchanges', text: `vacuum (skip_locked, truncate off) ${SCHEMA}.exchange` }
const COUNT_LOST = {
  name: 'count-lost',
  text: `insert into ${SCHEMA}.dropped as d (partner, count, first_at, last_at) values ($1, $2, $3, $4)
    on conflict (partner) do update set count = d.count + excluded.count,
      first_at = least(d.first_at, excluded.first_at), last_at = greatest(d.last_at, excluded.last_at)`,
}
const DROPPED = {
  name: 'dropped-exchanges',
  text: `select sum(count)::float8 as count, min(first_at) as first, max(last_at) as last from ${SCHEMA}.dropped
    where $1::text is null or partner = $1`,
}
type JournalSize = { readonly partner: string; readonly bytes: number }
type DroppedRow = { readonly count: number | null; readonly first: Date; readonly last: Date }
const FORGET = {
  name: 'forget-exchanges',
  text: `with forgotten as (delete from ${SCHEMA}.exchange where partner = $1)
    delete from ${SCHEMA}.dropped where partner = $1`,
}
const LATEST = {
  name: 'latest-place',
  text: `select last_value::float8 as place from ${SCHEMA}.exchange_place`,
}
const OTHERS = {
  name: 'exchanges-of-others',
  text: `select place::float8, document, (count(*) over ())::float8 as total from ${SCHEMA}.exchange
    where place > $2 and replica <> $1 and ($4::text is null or partner = $4) order by place desc limit $3`,
}
type OtherRow = { readonly place: number; readonly document: string; readonly total: number }
const READ = {
  name: 'read-exchanges',
  text: `select document from (
      select at, replica, seq, document from ${SCHEMA}.exchange
      where ($1::text is null or partner = $1) and ($2::text is null or operation = $2)
        and ($3::bytea is null or reference = $3) and ($4::bytea is null or sku = $4)
        and ($5::text is null or effect = $5) and ($6::text is null or delivery = $6)
        and ($7::integer is null or status = $7) and ($8::bigint is null or seq > $8)
      order by at desc, replica desc, seq desc limit $9
    ) as latest order by at, replica, seq`,
}

/**
 * Complete exchanges of all replicas, ordered by each replica's time, then by replica. The oldest of a key are removed
 * when there are more than the bounds allow; between two looks there may be a tenth more.
 */
export function postgresArchive(database: Database, replica: number, bounds: JournalBounds): JournalArchive {
  const trim = trimming(database, bounds)
  return {
    firstSeq: replica * SEQS_PER_REPLICA,
    digestOf: (key) => hash('sha256', key, 'hex').slice(0, DIGEST_DIGITS),
    async append(given, lost = new Map()) {
      for (const [partner, { count, from, to }] of lost)
        await database.run(COUNT_LOST, [partner ?? NOBODY, count, from, to])
      // One statement takes an exchange once: of those that come twice, the later one.
      const exchanges = [...new Map(given.map((exchange) => [exchange.seq, exchange])).values()]
      for (let from = 0; from < exchanges.length; from += CHUNK) {
        const chunk = exchanges.slice(from, from + CHUNK)
        // JSON escapes what a text of PostgreSQL can't hold.
        const documents = chunk.map((exchange) => JSON.stringify(exchange))
        await database.run(APPEND, [replica, ...columnsOf(chunk), documents])
        chunk.forEach(
          ({ partner }, place) => void trim.note(partner ?? NOBODY, documents[place]?.length ?? 0),
        )
      }
      await trim.run()
    },
    async read({ partner, operation, partnerReference, sku, effect, delivery, status, afterSeq }, most) {
      const asked = [
        partner,
        operation,
        bytesOrNull(partnerReference),
        bytesOrNull(sku),
        effect,
        delivery,
        status,
        afterSeq,
      ]
      const rows = await database.run<{ document: string }>(READ, [
        ...asked.map((value) => value ?? null),
        most ?? null,
      ])
      // Each was written as one.
      return rows.map(({ document }) => JSON.parse(document) as Exchange)
    },
    async dropped(partner) {
      const [row] = await database.run<DroppedRow>(DROPPED, [partner ?? null])
      const { count, first, last } = row as DroppedRow
      return count === null ? null : { count, from: first.toISOString(), to: last.toISOString() }
    },
    others: {
      own: replica,
      async latest() {
        const [row] = await database.run<{ place: number }>(LATEST, [])
        return row?.place ?? 0
      },
      async after(place, most, partner) {
        const rows = await database.run<OtherRow>(OTHERS, [replica, place, most, partner ?? null])
        const written = rows.map(({ place, document }) => ({
          place,
          exchange: JSON.parse(document) as Exchange,
        }))
        return { written: written.reverse(), total: rows[0]?.total ?? 0 }
      },
    },
    async forget(partner) {
      await database.run(FORGET, [partner])
    },
  }
}

/** Which keys have grown here since they were last trimmed, and trims them. */
function trimming(database: Database, { perKey, bytesPerKey, bytes }: JournalBounds) {
  const grown = new Map<string, { entries: number; bytes: number }>()
  const due = new Set<string>()
  let [ofAll, removed] = [0, 0]
  const drop = async (
    statement: SqlStatement,
    values: unknown[],
  ): Promise<{ count: number; bytes: number }> => {
    const [gone = { count: 0, bytes: 0 }] = await database.run<{ count: number; bytes: number }>(
      statement,
      values,
    )
    removed += gone.count
    return gone
  }
  const trimKeys = async () => {
    const keys = [...due]
    due.clear()
    for (let from = 0; from < keys.length; from += MOST_TRIMMED)
      await drop(TRIM_KEYS, [keys.slice(from, from + MOST_TRIMMED), perKey, bytesPerKey])
  }
  const trimAll = async () => {
    ofAll = 0
    const sizes = await database.run<JournalSize>(SIZES, [])
    const sum = sizes.reduce((all, size) => all + size.bytes, 0)
    if (sum <= bytes) return
    const level = levelFor(
      sizes.map((size) => size.bytes),
      cutTo(bytes),
    )
    const largest = sizes.filter((size) => size.bytes > level).map(({ partner }) => partner)
    for (let tooMany = sum - cutTo(bytes); tooMany > 0; ) {
      const gone = await drop(TRIM_LARGEST, [largest, Math.floor(level), Math.ceil(tooMany), TRIM_CHUNK])
      if (gone.count === 0) return
      tooMany -= gone.bytes
    }
  }
  return {
    note(partner: string, length: number): void {
      const own = grown.get(partner) ?? { entries: 0, bytes: 0 }
      own.entries += 1
      own.bytes += length
      ofAll += length
      grown.set(partner, own)
      if (own.entries < perKey * TRIM_SHARE && own.bytes < bytesPerKey * TRIM_SHARE) return
      grown.delete(partner)
      due.add(partner)
    },
    async run(): Promise<void> {
      await trimKeys()
      if (ofAll >= bytes * TRIM_SHARE) await trimAll()
      if (removed < LEAST_DEAD) return
      const [rows] = await database.run<{ count: number }>(ROWS, [])
      if (removed < (rows?.count ?? 0) * TRIM_SHARE) return
      removed = 0
      // Where it takes too long, the database does it by itself, later.
      await database.run(VACUUM, []).catch(() => {})
    },
  }
}

function columnsOf(exchanges: readonly Exchange[]): unknown[][] {
  return [
    exchanges.map(({ at }) => at),
    exchanges.map(({ seq }) => seq),
    exchanges.map(({ partner }) => partner ?? NOBODY),
    exchanges.map(({ operation }) => operation),
    exchanges.map(({ order }) => bytesOrNull(order?.partnerReference)),
    exchanges.map(({ order }) => bytesOrNull(order?.sku)),
    exchanges.map(({ order }) => order?.effect),
    exchanges.map(({ delivery }) => delivery?.outcome),
    exchanges.map(({ response }) => response?.status),
  ]
}

function bytesOrNull(text: string | undefined): Buffer | null {
  return text === undefined ? null : bytesOf(text)
}
