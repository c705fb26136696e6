import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connectionConfig } from './database.ts'
import type { DatabaseAddress } from './database-address.ts'
import { type PostgresOptions, SCHEMA } from './options.ts'

/** The events of a listener. */
export type TimeListener = {
  /** A sandbox was changed by another replica: its name, in hexadecimal digits. */
  changed(name: string): void
  /** The connection was lost for a while: anything may have changed. */
  missed(): void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
/** An idle connection may be dead without notice, so it is checked. */
const CHECK_MS = 15_000

/**
 * Listens to what other replicas do to sandboxes, on its own connection. If that is lost, it keeps trying to make
 * another.
 *
 * @param replica the number of this one: its own changes are ignored.
 * @returns a function that stops it.
 */
export function listenForChanges(
  address: DatabaseAddress,
  options: Required<PostgresOptions>,
  { replica, heard }: { replica: number; heard: TimeListener },
): () => Promise<void> {
  const ending = new AbortController()
  const running = (async () => {
    for (let lost = 0; !ending.signal.aborted; lost += 1) {
      const client = new pg.Client(connectionConfig(address, options))
      const isUp = await untilLost(client, { replica, heard, isAgain: lost > 0, signal: ending.signal })
      if (isUp) lost = 0
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** lost, LONGEST_PAUSE_MS)
      await pause(pauseMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  })()
  return async () => {
    ending.abort()
    await running
  }
}

/** How often changes are looked for where nothing can be listened to. */
const POLL_MS = 1_000

/** The same through a pooler whose sessions nobody keeps: anything may have changed, and who waits for a time reads it again. */
export function pollForChanges(missed: () => void): () => Promise<void> {
  const polling = setInterval(missed, POLL_MS).unref()
  return async () => clearInterval(polling)
}

type Listening = { replica: number; heard: TimeListener; isAgain: boolean; signal: AbortSignal }

/** @returns whether it ever listened. */
async function untilLost(
  client: pg.Client,
  { replica, heard, isAgain, signal }: Listening,
): Promise<boolean> {
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  const lose = () => resolve()
  client.on('error', lose)
  client.on('end', lose)
  signal.addEventListener('abort', lose)
  client.on('notification', ({ payload = '' }) => {
    const [name = '', by] = payload.split(' ')
    if (by !== String(replica)) heard.changed(name)
  })
  const isUp = await client
    .connect()
    .then(() => client.query(`listen ${SCHEMA}`))
    .then(
      () => true,
      () => false,
    )
  if (isUp) {
    if (isAgain) heard.missed()
    const check = setInterval(() => client.query('select 1').catch(() => void client.end()), CHECK_MS)
    check.unref()
    await lost
    clearInterval(check)
  }
  signal.removeEventListener('abort', lose)
  await client.end().catch(() => {})
  return isUp
}
