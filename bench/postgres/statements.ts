/** How many worlds buy at the same time, over HTTP and in the database alone. */
export const WORLDS = 100

/** What a purchase is to the database, in tables of a schema of its own beside the store's. */
export const TABLES = `
  create schema bench;
  create table bench.balance (name bytea primary key, debited bigint not null) with (fillfactor = 50);
  insert into bench.balance select sha256(convert_to(n::text, 'UTF8')), 0 from generate_series(1, ${WORLDS}) n;
  create table bench.name (number integer primary key, name bytea not null);
  insert into bench.name select n, sha256(convert_to(n::text, 'UTF8')) from generate_series(1, ${WORLDS}) n;
  create table bench.purchase (like partner_purchase.purchase including all)`

const INSERT = `insert into bench.purchase
  (world, reference_digest, reference, sku, price, placed_at, course, releases_at, revokes_key)
  select name, sha256(uuid_send(gen_random_uuid())), 'SHOP:1001', 'SCENARIO-AT-ONCE', 2500,
    extract(epoch from clock_timestamp()) * 1000, '{"processing":[],"settles":"success"}', null, false
  from bench.name where number = :world;`

const UPDATE = `update bench.balance set debited = debited + 2500
  where name = (select name from bench.name where number = :world);`

const WORLD = `\\set world random(1, ${WORLDS})`

/** For pgbench: a transaction that is equivalent to a purchase as the mock makes it, and one of its order alone. */
export const SCRIPTS = {
  'an order and its balance': [WORLD, 'begin;', INSERT, UPDATE, 'commit;'].join('\n'),
  'an order, and nothing else': [WORLD, INSERT].join('\n'),
} as const

export type ScriptName = keyof typeof SCRIPTS

/** The names of the scripts, in their order. */
export const SCRIPT_NAMES = Object.keys(SCRIPTS) as ScriptName[]
