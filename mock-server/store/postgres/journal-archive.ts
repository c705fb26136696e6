import { hash } from 'node:crypto'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { JournalArchive } from '../../journal/archive.ts'
import type { JournalBounds } from '../../journal/journal.ts'
import type { Database } from './database.ts'
import { SCHEMA } from './options.ts'
import { bytesOf } from './sql/rows.ts'

/** How many exchanges go into one statement. */
const CHUNK = 250
/** After which share of either bound, of its own exchanges, a replica looks whether there are too many of all. */
const TRIM_SHARE = 0.1
/** How many a replica removes at a time. */
const TRIM_CHUNK = 5_000
/** How many exchanges one process can number. */
const SEQS_PER_REPLICA = 100_000_000
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
const TRIM = {
  name: 'trim-exchanges',
  text: `delete from ${SCHEMA}.exchange where (at, replica, seq) in (
    select at, replica, seq from (
      select at, replica, seq, row_number() over latest as place,
        sum(octet_length(document)) over latest as bytes
      from ${SCHEMA}.exchange window latest as (order by at desc, replica desc, seq desc)
    ) as sized
    where place > $1 or (bytes > $2 and place > 1)
    order by at, replica, seq limit $3)`,
}
const FORGET = { name: 'forget-exchanges', text: `delete from ${SCHEMA}.exchange where partner = $1` }
const LATEST = {
  name: 'latest-place',
  text: `select last_value::float8 as place from ${SCHEMA}.exchange_place`,
}
const OTHERS = {
  name: 'exchanges-of-others',
  text: `select place::float8, document, (count(*) over ())::float8 as total from ${SCHEMA}.exchange
    where place > $2 and replica <> $1 order by place desc limit $3`,
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
 * Complete exchanges of all replicas, ordered by each replica's time, then by replica. The oldest are removed when there
 * are more than the bounds allow.
 */
export function postgresArchive(
  database: Database,
  replica: number,
  { entries, bytes }: JournalBounds,
): JournalArchive {
  let appended = { entries: 0, bytes: 0 }
  const isDue = () => appended.entries >= entries * TRIM_SHARE || appended.bytes >= bytes * TRIM_SHARE
  return {
    firstSeq: replica * SEQS_PER_REPLICA,
    digestOf: (key) => hash('sha256', key, 'hex').slice(0, DIGEST_DIGITS),
    async append(given) {
      // One statement takes an exchange once: of those that come twice, the later one.
      const exchanges = [...new Map(given.map((exchange) => [exchange.seq, exchange])).values()]
      for (let from = 0; from < exchanges.length; from += CHUNK) {
        const chunk = exchanges.slice(from, from + CHUNK)
        // JSON escapes what a text of PostgreSQL can't hold.
        const documents = chunk.map((exchange) => JSON.stringify(exchange))
        await database.run(APPEND, [replica, ...columnsOf(chunk), documents])
        appended.bytes += documents.reduce((sum, { length }) => sum + length, 0)
      }
      appended.entries += exchanges.length
      if (!isDue()) return
      appended = { entries: 0, bytes: 0 }
      await database.run(TRIM, [entries, bytes, TRIM_CHUNK])
    },
    async read(
      { partner, operation, partnerReference, sku, effect, delivery, status, afterSeq },
      most = entries,
    ) {
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
        Math.min(most, entries),
      ])
      // Each was written as one.
      return rows.map(({ document }) => JSON.parse(document) as Exchange)
    },
    others: {
      own: replica,
      async latest() {
        const [row] = await database.run<{ place: number }>(LATEST, [])
        return row?.place ?? 0
      },
      async after(place, most) {
        const rows = await database.run<OtherRow>(OTHERS, [replica, place, most])
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

function columnsOf(exchanges: readonly Exchange[]): unknown[][] {
  return [
    exchanges.map(({ at }) => at),
    exchanges.map(({ seq }) => seq),
    exchanges.map(({ partner }) => partner),
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
