import { KEY_USES } from '../key-uses.ts'
import { NEXT_FAULT } from '../next-faults.ts'
import { SCHEMA } from '../options.ts'
import { STEADY_TIME } from './steady-time.ts'

/**
 * Sandboxes are named by a digest. References and SKUs are any strings of JavaScript, which no text of PostgreSQL holds:
 * they are kept as UTF-16, and found by a digest, so that their length is free.
 */
const TABLES = `
create table ${SCHEMA}.world (
  name bytea primary key,
  clock_time float8 not null,
  world_time float8 not null,
  speed float8 not null,
  is_frozen boolean not null default false,
  is_revoked boolean not null default false,
  debited bigint not null default 0,
  next_release float8
) with (fillfactor = 50);

create table ${SCHEMA}.purchase (
  world bytea not null,
  reference_digest bytea not null,
  reference bytea not null,
  sku bytea not null,
  price bigint not null,
  placed_at float8 not null,
  course text not null,
  releases_at float8,
  is_released boolean not null default false,
  revokes_key boolean not null,
  primary key (world, reference_digest)
);
create index purchase_release on ${SCHEMA}.purchase (world, releases_at)
  where releases_at is not null and not is_released;

create table ${SCHEMA}.attempt (
  world bytea not null,
  subject_digest bytea not null,
  count bigint not null,
  primary key (world, subject_digest)
);

create table ${SCHEMA}.beginning (
  speed float8 primary key,
  clock_time float8 not null
);`

const ARCHIVE = `
create sequence ${SCHEMA}.replica;

create table ${SCHEMA}.exchange (
  at timestamptz not null,
  replica bigint not null,
  seq bigint not null,
  partner text,
  operation text,
  reference bytea,
  sku bytea,
  effect text,
  delivery text,
  status integer,
  document text not null,
  primary key (at, replica, seq)
);`

/** In which order exchanges were written, at any replica: what an open page has not read yet has a later place. */
const PLACES = `
create sequence ${SCHEMA}.exchange_place;
alter table ${SCHEMA}.exchange add column place bigint not null default nextval('${SCHEMA}.exchange_place');
create index exchange_by_place on ${SCHEMA}.exchange (place);`

/** The journal of each key, its size, and what was dropped of it. A call without an accepted key has an empty partner. */
const KEY_JOURNALS = `
update ${SCHEMA}.exchange set partner = '' where partner is null;
alter table ${SCHEMA}.exchange alter column partner set not null,
  add column bytes integer not null generated always as (octet_length(document)) stored;
create index exchange_by_partner on ${SCHEMA}.exchange (partner, at, replica, seq) include (bytes);
alter table ${SCHEMA}.exchange set (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_insert_scale_factor = 0.1);

create table ${SCHEMA}.dropped (
  partner text primary key,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);`

/** Every change of a sandbox locks it first. An unused one has the common time. */
const WORLDS = `
create function ${SCHEMA}.open_world(_name bytea, _began float8, _speed float8)
returns ${SCHEMA}.world language plpgsql as $$
declare _world ${SCHEMA}.world;
begin
  loop
    select * into _world from ${SCHEMA}.world where name = _name for update;
    if found then return _world; end if;
    insert into ${SCHEMA}.world (name, clock_time, world_time, speed)
      values (_name, _began, _began, _speed) on conflict do nothing;
  end loop;
end $$;`

/** Tells every replica, by `NOTIFY`, which sandbox it was and who did it. */
const TIME = `
create function ${SCHEMA}.change_time(
  _name bytea, _began float8, _begins_at_speed float8,
  _advance_ms float8, _is_frozen boolean, _speed float8, _replica bigint
) returns table (now float8, is_frozen boolean, speed float8, is_revoked boolean) language plpgsql as $$
#variable_conflict use_column
declare
  _kept float8 := ${SCHEMA}.kept_ms();
  _world ${SCHEMA}.world := ${SCHEMA}.open_world(_name, _began, _begins_at_speed);
  _clock float8 := ${SCHEMA}.steady_ms();
begin
  if not _world.is_frozen then
    _world.world_time := _world.world_time + (_clock - _world.clock_time) * _world.speed;
  end if;
  _world.world_time := _world.world_time + coalesce(_advance_ms, 0);
  _world.is_frozen := coalesce(_is_frozen, _world.is_frozen);
  _world.speed := coalesce(_speed, _world.speed);
  update ${SCHEMA}.world as w
    set clock_time = _clock, world_time = _world.world_time,
      speed = _world.speed, is_frozen = _world.is_frozen
    where w.name = _name;
  perform pg_notify('${SCHEMA}', encode(_name, 'hex') || ' ' || _replica);
  return query select _world.world_time, _world.is_frozen, _world.speed, _world.is_revoked;
end $$;

create function ${SCHEMA}.reset_world(_name bytea, _replica bigint) returns void language plpgsql as $$
begin
  perform from ${SCHEMA}.world where name = _name for update;
  delete from ${SCHEMA}.purchase where world = _name;
  delete from ${SCHEMA}.attempt where world = _name;
  delete from ${SCHEMA}.world where name = _name;
  perform pg_notify('${SCHEMA}', encode(_name, 'hex') || ' ' || _replica);
end $$;`

/**
 * The whole of a purchase, in the database: it locks the sandbox, decides revocation, replay, conflict and balance,
 * debits and records. Many purchases at a time are one transaction; the caller gives them in the order of their
 * sandboxes, so that no two calls wait for each other.
 */
const PLACE_ORDERS = `
create function ${SCHEMA}.place_orders(
  _began float8, _speed float8,
  _worlds bytea[], _openings bigint[], _digests bytea[], _references bytea[], _skus bytea[],
  _prices bigint[], _courses text[], _settles_after float8[], _revokes boolean[]
) returns table (
  kind text, now float8, is_frozen boolean, speed float8, is_revoked boolean, available float8,
  reference bytea, sku bytea, price float8, placed_at float8, course text, revokes_key boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  _world ${SCHEMA}.world;
  _known ${SCHEMA}.purchase;
  _now float8;
  _released bigint;
  _releases_at float8;
begin
  perform ${SCHEMA}.kept_ms();
  for i in 1 .. cardinality(_worlds) loop
    _world := ${SCHEMA}.open_world(_worlds[i], _began, _speed);
    _now := case when _world.is_frozen then _world.world_time
      else _world.world_time + (${SCHEMA}.steady_ms() - _world.clock_time) * _world.speed end;
    now := _now; is_frozen := _world.is_frozen; speed := _world.speed; is_revoked := _world.is_revoked;
    reference := null; available := null;

    if _world.is_revoked then
      kind := 'revoked'; return next; continue;
    end if;

    select p.* into _known from ${SCHEMA}.purchase p
      where p.world = _worlds[i] and p.reference_digest = _digests[i];
    if found then
      kind := case when _known.sku = _skus[i] then 'replayed' else 'conflict' end;
      reference := _known.reference; sku := _known.sku; price := _known.price;
      placed_at := _known.placed_at; course := _known.course; revokes_key := _known.revokes_key;
      return next; continue;
    end if;

    if _world.next_release <= _now then
      with due as (
        update ${SCHEMA}.purchase p set is_released = true
          where p.world = _worlds[i] and p.releases_at <= _now and not p.is_released returning p.price
      ) select coalesce(sum(due.price), 0) into _released from due;
      _world.debited := _world.debited - _released;
      select min(p.releases_at) into _world.next_release from ${SCHEMA}.purchase p
        where p.world = _worlds[i] and p.releases_at is not null and not p.is_released;
      update ${SCHEMA}.world w set debited = _world.debited, next_release = _world.next_release
        where w.name = _worlds[i];
    end if;

    if _openings[i] - _world.debited < _prices[i] then
      kind := 'insufficient-balance'; available := _openings[i] - _world.debited;
      return next; continue;
    end if;

    _releases_at := _now + _settles_after[i];
    insert into ${SCHEMA}.purchase (
      world, reference_digest, reference, sku, price, placed_at, course, releases_at, revokes_key
    ) values (
      _worlds[i], _digests[i], _references[i], _skus[i], _prices[i], _now, _courses[i], _releases_at, _revokes[i]
    );
    update ${SCHEMA}.world w
      set debited = _world.debited + _prices[i],
        next_release = least(_world.next_release, _releases_at),
        is_revoked = _revokes[i]
      where w.name = _worlds[i];
    kind := 'recorded'; is_revoked := _revokes[i];
    return next;
  end loop;
end $$;`

/** The migrations from each version of the schema to the next. A published one is never changed; new ones are added. */
export const MIGRATIONS: readonly string[] = [
  [STEADY_TIME, TABLES, ARCHIVE, WORLDS, TIME, PLACE_ORDERS].join('\n'),
  NEXT_FAULT,
  PLACES,
  KEY_JOURNALS,
  KEY_USES,
]
