import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { OpenedStore } from '../conformance/opened-store.fixture.ts'
import type { Store } from '../store.ts'
import type { Jumping } from '../store-jumps.fixture.ts'
import { openPostgres, PATIENT } from './opened.fixture.ts'
import { postgresStore } from './postgres-store.ts'

export const NOON = Date.UTC(2026, 0, 1, 12)

const STILL_CLOCK = `
  create table partner_purchase.still_clock as select ${NOON}::float8 as ms;
  update partner_purchase.beginning set clock_time = ${NOON};
  update partner_purchase.steady_time set ahead_us = 0, shown_until = 0;
  select setval('partner_purchase.shown', 1, false);
  create or replace function partner_purchase.clock_ms() returns float8 language sql volatile as
  $$ select ms from partner_purchase.still_clock $$`

/** Makes a store's schema in a database of its own, on a clock that only the test advances. */
export async function stillClock(url: string) {
  await (await postgresStore(url)).close()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(STILL_CLOCK)
  return {
    async move(milliseconds: number) {
      await client.query('update partner_purchase.still_clock set ms = ms + $1', [milliseconds])
    },
    /** What a crash loses: everything that is in no log. */
    crash: () => client.query("select setval('partner_purchase.shown', 1, false)"),
    end: () => client.end(),
  }
}

export type StillClock = Awaited<ReturnType<typeof stillClock>>

/** Two stores over one database, whose clock is moved by hand, forward and back. */
export async function jumpingDatabase(url: string): Promise<Jumping> {
  const clock = await stillClock(url)
  onTestFinished(clock.end)
  const stores = [await openPostgres(url, PATIENT), await openPostgres(url, PATIENT)] as const
  return {
    store: (number) => stores[number % 2] as Store,
    move: clock.move,
    async restart(isKilled) {
      if (isKilled) await clock.crash()
    },
  }
}

/** A store in a database of its own, whose clock only the test advances. */
export async function openAtStillClock(url: string): Promise<OpenedStore> {
  const clock = await stillClock(url)
  const store = await postgresStore(url, PATIENT)
  const close = async () => {
    await store.close()
    await clock.end()
  }
  return { store: { ...store, close }, pass: clock.move }
}
