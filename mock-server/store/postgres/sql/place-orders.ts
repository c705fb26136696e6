import { SCHEMA } from './schema-name.ts'

/**
 * The whole of a purchase, in the database: it locks the sandbox, decides revocation, replay, conflict and balance,
 * debits and records. Many purchases at a time are one transaction; the caller gives them in the order of their
 * sandboxes, so that no two calls wait for each other.
 */
export const PLACE_ORDERS = `
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
