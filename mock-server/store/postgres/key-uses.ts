import type { KeyUses } from '../store.ts'
import { type Database, statements } from './database.ts'
import { SCHEMA } from './options.ts'

const FORGOTTEN_AT_ONCE = 10
/**
 * When keys were last used, by the time of the database. Of one that is forgotten everything goes in one transaction: no
 * call sees a part of it.
 */
export const KEY_USES = `
create function ${SCHEMA}.forget_keys(_names bytea[]) returns void language plpgsql as $$
begin
  perform ${SCHEMA}.delete_sandboxes(_names);
  delete from ${SCHEMA}.key_use where name = any(_names);
end $$;

create function ${SCHEMA}.note_use(_name bytea, _partner text, _idle_ms float8) returns void language plpgsql as $$
declare
  _now float8 := ${SCHEMA}.kept_ms();
begin
  perform from ${SCHEMA}.key_use where name = _name and used_at < _now - _idle_ms for update;
  if found then perform ${SCHEMA}.forget_keys(array[_name]); end if;
  insert into ${SCHEMA}.key_use (name, partner, used_at) values (_name, _partner, _now)
    on conflict (name) do update set partner = excluded.partner, used_at = greatest(key_use.used_at, excluded.used_at);
end $$;

create function ${SCHEMA}.forget_idle(_idle_ms float8, _most integer) returns integer language plpgsql as $$
declare
  _now float8 := ${SCHEMA}.kept_ms();
  _names bytea[];
begin
  select array_agg(name) into _names from (
    select name from ${SCHEMA}.key_use where used_at < _now - _idle_ms order by used_at limit _most
    for update skip locked) as idle;
  if _names is not null then perform ${SCHEMA}.forget_keys(_names); end if;
  return coalesce(cardinality(_names), 0);
end $$;`

const TABLES = ['purchase', 'sandbox', 'attempt', 'key_use']
const STATEMENTS = statements({
  noteUse: `select ${SCHEMA}.note_use($1, $2, $3)`,
  forgetIdle: `select ${SCHEMA}.forget_idle($1, $2) as count`,
  // A sandbox that was made while nobody noted any use is used now.
  adoptKeys: `insert into ${SCHEMA}.key_use (name, partner, used_at)
    select name, 'guest-' || left(encode(name, 'hex'), 12), ${SCHEMA}.kept_ms() from ${SCHEMA}.sandbox on conflict do nothing`,
  // A key was forgotten: the space of its rows is used again.
  vacuumForgotten: `vacuum (skip_locked, truncate off) ${TABLES.map((table) => `${SCHEMA}.${table}`).join(', ')}`,
})

export function keyUses(database: Database, nameOf: (sandbox: string) => Buffer): KeyUses {
  let forgotten: number | undefined
  return {
    async note(sandbox, partner, idleMs) {
      await database.run(STATEMENTS.noteUse, [nameOf(sandbox), partner, idleMs])
    },
    async forgetIdle(idleMs) {
      if (forgotten === undefined) await database.run(STATEMENTS.adoptKeys, [])
      forgotten ??= 0
      const asked = [idleMs, FORGOTTEN_AT_ONCE]
      const [row] = await database.run<{ count: number }>(STATEMENTS.forgetIdle, asked)
      const count = row?.count ?? 0
      forgotten += count
      if (count > 0) return true
      // Where it takes too long, the database does it by itself, later.
      if (forgotten > 0) await database.run(STATEMENTS.vacuumForgotten, []).catch(() => {})
      forgotten = 0
      return false
    },
  }
}
