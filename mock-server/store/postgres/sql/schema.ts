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

/** Every change of a sandbox locks it first. An unused one has the common time. */
const SANDBOXES = `
create function ${SCHEMA}.lock_sandbox(_name bytea, _began float8, _speed float8)
returns ${SCHEMA}.sandbox language plpgsql as $$
declare _sandbox ${SCHEMA}.sandbox;
begin
  loop
    select * into _sandbox from ${SCHEMA}.sandbox where name = _name for update;
    exit when found;
    -- One that is reset between the two is made once more.
    insert into ${SCHEMA}.sandbox (name, clock_time, sandbox_time, speed) values (_name, _began, _began, _speed)
      on conflict do nothing;
  end loop;
  return _sandbox;
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
  _sandbox := ${SCHEMA}.lock_sandbox(_name, _began, _begins_at_speed);
  _clock := ${SCHEMA}.steady_ms();
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
 * The whole of a purchase, in the database: it locks the sandbox, decides revocation, replay, conflict and balance, debits
 * and records.
 */
const PLACE_ORDER = `
create function ${SCHEMA}.place_order(
  _name bytea, _began float8, _speed float8, _opening bigint, _digest bytea, _reference bytea, _sku bytea,
  _price bigint, _course text, _settles_after float8, _revokes boolean, _knows_fault boolean
) returns table (
  kind text, now float8, "isFrozen" boolean, speed float8, "isRevoked" boolean, available float8,
  reference bytea, sku bytea, price float8, placed_at float8, course text, revokes_key boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  _sandbox ${SCHEMA}.sandbox;
  _known ${SCHEMA}.purchase;
  _clock float8;
  _releases_at float8;
begin
  perform ${SCHEMA}.kept_ms();
  _sandbox := ${SCHEMA}.lock_sandbox(_name, _began, _speed);
  _clock := ${SCHEMA}.steady_ms();
  now := case when _sandbox.is_frozen then _sandbox.sandbox_time
    else _sandbox.sandbox_time + (_clock - _sandbox.clock_time) * _sandbox.speed end;
  speed := _sandbox.speed; "isFrozen" := _sandbox.is_frozen; "isRevoked" := _sandbox.is_revoked;

  select * into _known from ${SCHEMA}.purchase p where p.sandbox = _name and p.reference_digest = _digest;
  kind := case
    when _sandbox.is_revoked then 'revoked'
    when _sandbox.waiting_faults is not null and not _knows_fault then 'faults-wait'
    when _known.sku = _sku then 'replayed'
    when _known.sku is not null then 'conflict'
  end;
  if kind is not null then
    reference := _known.reference; sku := _known.sku; price := _known.price;
    placed_at := _known.placed_at; course := _known.course; revokes_key := _known.revokes_key;
    return next; return;
  end if;

  if _sandbox.next_release <= now then
    with due as (
      update ${SCHEMA}.purchase p set releases_at = null
        where p.sandbox = _name and p.releases_at <= now returning p.price
    ) select _sandbox.debited - coalesce(sum(due.price), 0) into _sandbox.debited from due;
    select min(p.releases_at) into _sandbox.next_release from ${SCHEMA}.purchase p
      where p.sandbox = _name and p.releases_at is not null;
    update ${SCHEMA}.sandbox s set debited = _sandbox.debited, next_release = _sandbox.next_release
      where s.name = _name;
  end if;

  if _opening - _sandbox.debited < _price then
    kind := 'insufficient-balance'; available := _opening - _sandbox.debited;
    return next; return;
  end if;

  _releases_at := now + _settles_after;
  insert into ${SCHEMA}.purchase (
    sandbox, reference_digest, reference, sku, price, placed_at, course, releases_at, revokes_key
  ) values (_name, _digest, _reference, _sku, _price, now, _course, _releases_at, _revokes);
  update ${SCHEMA}.sandbox s
    set debited = _sandbox.debited + _price, next_release = least(_sandbox.next_release, _releases_at),
      is_revoked = _revokes
    where s.name = _name;
  kind := 'recorded'; "isRevoked" := _revokes; return next;
end $$;`

/** A database with another version of the schema is refused: to change the schema is to raise its version. */
export const SCHEMA_VERSION = 3

export const TABLES_AND_FUNCTIONS = [STEADY_TIME, TABLES, SANDBOXES, TIME, PLACE_ORDER].join('\n')
