import { SCHEMA } from '../options.ts'
import { STEADY_TIME } from './steady-time.ts'

/**
 * Sandboxes are named by a digest. References and SKUs are any strings of JavaScript, which no text of PostgreSQL holds:
 * they are kept as UTF-16, and found by a digest, so that their length is free. The money of a purchase that fails returns
 * at `releases_at`, which is null once that is booked.
 */
const TABLES = `
create table ${SCHEMA}.sandbox (
  name bytea primary key,
  clock_time float8 not null,
  sandbox_time float8 not null,
  speed float8 not null,
  is_frozen boolean not null default false,
  is_revoked boolean not null default false,
  debited bigint not null default 0,
  next_release float8,
  waiting_faults text
) with (fillfactor = 50);

create table ${SCHEMA}.purchase (
  sandbox bytea not null,
  reference_digest bytea not null,
  reference bytea not null,
  sku bytea not null,
  price bigint not null,
  placed_at float8 not null,
  course text not null,
  releases_at float8,
  revokes_key boolean not null,
  primary key (sandbox, reference_digest)
);
create index purchase_release on ${SCHEMA}.purchase (sandbox, releases_at) where releases_at is not null;

create table ${SCHEMA}.attempt (
  sandbox bytea not null,
  subject_digest bytea not null,
  count bigint not null,
  primary key (sandbox, subject_digest)
);

create table ${SCHEMA}.beginning (
  speed float8 primary key,
  clock_time float8 not null
);
`

/**
 * Every change of a sandbox locks it first. An unused one has the common time. Who locks many makes the unused ones before, and
 * takes them in the order of their names, so that no two calls wait for each other.
 */
const SANDBOXES = `
create function ${SCHEMA}.lock_sandboxes(_names bytea[], _began float8, _speed float8)
returns void language plpgsql as $$
declare _locked bigint;
begin
  loop
    insert into ${SCHEMA}.sandbox (name, clock_time, sandbox_time, speed)
      select distinct asked.name, _began, _began, _speed from unnest(_names) as asked (name)
        where not exists (select from ${SCHEMA}.sandbox s where s.name = asked.name) order by asked.name
      on conflict do nothing;
    perform from ${SCHEMA}.sandbox where name = any(_names) order by name for update;
    get diagnostics _locked = row_count;
    -- One that is reset between the two is made once more.
    exit when _locked = (select count(distinct asked.name) from unnest(_names) as asked (name));
  end loop;
end $$;

create function ${SCHEMA}.delete_sandbox(_name bytea) returns void language plpgsql as $$
begin
  perform from ${SCHEMA}.sandbox where name = _name for update;
  delete from ${SCHEMA}.purchase where sandbox = _name;
  delete from ${SCHEMA}.attempt where sandbox = _name;
  delete from ${SCHEMA}.sandbox where name = _name;
end $$;`

/** Tells every replica, by `NOTIFY`, which sandbox it was. */
const TIME = `
create function ${SCHEMA}.change_time(
  _name bytea, _began float8, _begins_at_speed float8,
  _advance_ms float8, _is_frozen boolean, _speed float8
) returns table (now float8, "isFrozen" boolean, speed float8, "isRevoked" boolean) language plpgsql as $$
#variable_conflict use_column
declare
  _kept float8 := ${SCHEMA}.kept_ms();
  _sandbox ${SCHEMA}.sandbox;
  _clock float8;
begin
  perform ${SCHEMA}.lock_sandboxes(array[_name], _began, _begins_at_speed);
  _clock := ${SCHEMA}.steady_ms();
  select * into _sandbox from ${SCHEMA}.sandbox where name = _name;
  if not _sandbox.is_frozen then
    _sandbox.sandbox_time := _sandbox.sandbox_time + (_clock - _sandbox.clock_time) * _sandbox.speed;
  end if;
  _sandbox.sandbox_time := _sandbox.sandbox_time + coalesce(_advance_ms, 0);
  _sandbox.is_frozen := coalesce(_is_frozen, _sandbox.is_frozen);
  _sandbox.speed := coalesce(_speed, _sandbox.speed);
  update ${SCHEMA}.sandbox as s
    set clock_time = _clock, sandbox_time = _sandbox.sandbox_time,
      speed = _sandbox.speed, is_frozen = _sandbox.is_frozen
    where s.name = _name;
  perform pg_notify('${SCHEMA}', encode(_name, 'hex'));
  return query select _sandbox.sandbox_time, _sandbox.is_frozen, _sandbox.speed, _sandbox.is_revoked;
end $$;`

/**
 * The whole of a purchase, in the database: it locks the sandbox, decides revocation, replay, conflict and
 * balance, debits and records. Many purchases at a time are one transaction, which reads what they need in one query. `offset 0`
 * keeps that query at the indexes, however few rows there were when it was planned.
 */
const PLACE_ORDERS = `
create function ${SCHEMA}.place_orders(
  _began float8, _speed float8,
  _names bytea[], _openings bigint[], _digests bytea[], _references bytea[], _skus bytea[],
  _prices bigint[], _courses text[], _settles_after float8[], _revokes boolean[], _knows_fault boolean[]
) returns table (
  nth integer, kind text, now float8, "isFrozen" boolean, speed float8, "isRevoked" boolean, available float8,
  reference bytea, sku bytea, price float8, placed_at float8, course text, revokes_key boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  _asked record;
  _sandbox ${SCHEMA}.sandbox;
  _known ${SCHEMA}.purchase;
  _clock float8;
  _releases_at float8;
begin
  perform ${SCHEMA}.kept_ms();
  perform ${SCHEMA}.lock_sandboxes(_names, _began, _speed);
  _clock := ${SCHEMA}.steady_ms();
  for _asked in select asked.*, found.sandbox, known.purchase
    from unnest(
      _names, _openings, _digests, _references, _skus, _prices, _courses, _settles_after, _revokes, _knows_fault
    ) with ordinality
      as asked (name, opening, digest, reference, sku, price, course, settles_after, revokes, knows_fault, nth)
    cross join lateral (
      select s as sandbox from ${SCHEMA}.sandbox s where s.name = asked.name offset 0) as found
    left join lateral (
      select p as purchase from ${SCHEMA}.purchase p
        where p.sandbox = asked.name and p.reference_digest = asked.digest offset 0) as known on true
    order by asked.name, asked.nth
  loop
    if _asked.name = _sandbox.name then
      -- Another purchase of the one before, which may have recorded what this one asks for.
      _clock := ${SCHEMA}.steady_ms();
      select p.* into _known from ${SCHEMA}.purchase p
        where p.sandbox = _asked.name and p.reference_digest = _asked.digest;
    else
      _sandbox := _asked.sandbox; _known := _asked.purchase;
    end if;
    now := case when _sandbox.is_frozen then _sandbox.sandbox_time
      else _sandbox.sandbox_time + (_clock - _sandbox.clock_time) * _sandbox.speed end;
    nth := _asked.nth; speed := _sandbox.speed;
    "isFrozen" := _sandbox.is_frozen; "isRevoked" := _sandbox.is_revoked;

    kind := case
      when _sandbox.is_revoked then 'revoked'
      when _sandbox.waiting_faults is not null and not _asked.knows_fault then 'faults-wait'
      when _known.sku = _asked.sku then 'replayed'
      when _known.sku is not null then 'conflict'
    end;
    if kind is not null then
      reference := _known.reference; sku := _known.sku; price := _known.price;
      placed_at := _known.placed_at; course := _known.course; revokes_key := _known.revokes_key;
      return next; continue;
    end if;

    if _sandbox.next_release <= now then
      with due as (
        update ${SCHEMA}.purchase p set releases_at = null
          where p.sandbox = _asked.name and p.releases_at <= now returning p.price
      ) select _sandbox.debited - coalesce(sum(due.price), 0) into _sandbox.debited from due;
      select min(p.releases_at) into _sandbox.next_release from ${SCHEMA}.purchase p
        where p.sandbox = _asked.name and p.releases_at is not null;
      update ${SCHEMA}.sandbox s set debited = _sandbox.debited, next_release = _sandbox.next_release
        where s.name = _asked.name;
    end if;

    if _asked.opening - _sandbox.debited < _asked.price then
      kind := 'insufficient-balance'; available := _asked.opening - _sandbox.debited;
      return next; continue;
    end if;

    _releases_at := now + _asked.settles_after;
    insert into ${SCHEMA}.purchase (
      sandbox, reference_digest, reference, sku, price, placed_at, course, releases_at, revokes_key
    ) values (
      _asked.name, _asked.digest, _asked.reference, _asked.sku, _asked.price, now, _asked.course, _releases_at,
      _asked.revokes
    );
    _sandbox.debited := _sandbox.debited + _asked.price;
    _sandbox.next_release := least(_sandbox.next_release, _releases_at);
    _sandbox.is_revoked := _asked.revokes;
    update ${SCHEMA}.sandbox s
      set debited = _sandbox.debited, next_release = _sandbox.next_release, is_revoked = _sandbox.is_revoked
      where s.name = _asked.name;
    kind := 'recorded'; "isRevoked" := _sandbox.is_revoked; return next;
  end loop;
end $$;`

/** A database with another version of the schema is refused: to change the schema is to raise its version. */
export const SCHEMA_VERSION = 2

export const TABLES_AND_FUNCTIONS = [STEADY_TIME, TABLES, SANDBOXES, TIME, PLACE_ORDERS].join('\n')
