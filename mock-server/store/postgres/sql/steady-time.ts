import { SCHEMA } from '../options.ts'

/** So long, in microseconds, nothing has to be written for the time to be shown. A crash may move it on as far. */
const AHEAD_US = 200_000

/**
 * The common time of all replicas, in milliseconds since the epoch: that of the database's clock. If the clock is put
 * back, the time does not go back, and continues at the clock's rate. The latest moment that was shown is in a sequence,
 * which costs no transaction, and is lost in a crash: so the sequence is written ahead of the time that may be shown.
 *
 * - `clock_ms`: the database's own clock, of the moment and not of the transaction.
 * - `kept_ms`: the time, at the beginning of a transaction. It may wait for another one that puts the time right.
 * - `steady_ms`: the time, later in that transaction. It never waits, since the transaction has locks by then.
 */
export const STEADY_TIME = `
create function ${SCHEMA}.clock_ms() returns float8 language sql volatile as
$$ select extract(epoch from clock_timestamp())::float8 * 1000 $$;

create table ${SCHEMA}.steady_time (ahead_us bigint not null, shown_until bigint not null);
insert into ${SCHEMA}.steady_time values (0, 0);

do $$ begin
  -- Before version 15, a sequence can't be left out of the log, and each moment that is shown costs a commit.
  execute case when current_setting('server_version_num')::int < 150000
    then 'create sequence ${SCHEMA}.shown' else 'create unlogged sequence ${SCHEMA}.shown' end;
end $$;

create function ${SCHEMA}.show_us(_now bigint) returns float8 language plpgsql as $$
begin
  if _now > (select last_value from ${SCHEMA}.shown) then perform setval('${SCHEMA}.shown', _now); end if;
  return _now::float8 / 1000;
end $$;

create function ${SCHEMA}.kept_ms() returns float8 language plpgsql as $$
declare
  _time ${SCHEMA}.steady_time;
  _shown bigint;
  _is_known boolean;
  _now bigint;
begin
  loop
    -- What was shown is read before the clock, which is behind it only where it was put back.
    select last_value, is_called into _shown, _is_known from ${SCHEMA}.shown;
    select * into _time from ${SCHEMA}.steady_time;
    _now := ${SCHEMA}.clock_ms() * 1000 + _time.ahead_us;
    exit when _is_known and _now between _shown and _time.shown_until - ${AHEAD_US / 2};

    perform from ${SCHEMA}.steady_time for update skip locked;
    if found then
      -- Another transaction may have put it right between the two.
      select * into _time from ${SCHEMA}.steady_time;
      select case when is_called then last_value else _time.shown_until end into _shown from ${SCHEMA}.shown;
      _now := ${SCHEMA}.clock_ms() * 1000 + _time.ahead_us;
      update ${SCHEMA}.steady_time set
        ahead_us = ahead_us + greatest(_shown - _now, 0),
        shown_until = greatest(_shown, _now) + ${AHEAD_US};
      _now := greatest(_shown, _now);
      exit;
    end if;
    exit when _is_known and _now between _shown and _time.shown_until;
    perform pg_sleep(0.001);
  end loop;
  return ${SCHEMA}.show_us(_now);
end $$;

create function ${SCHEMA}.steady_ms() returns float8 language plpgsql as $$
declare _now bigint;
begin
  -- A row's columns are there before the clock is read.
  select least(greatest((${SCHEMA}.clock_ms() * 1000)::bigint + ahead_us, last_value), greatest(shown_until, last_value))
    into _now from ${SCHEMA}.shown, ${SCHEMA}.steady_time;
  return ${SCHEMA}.show_us(_now);
end $$;`
