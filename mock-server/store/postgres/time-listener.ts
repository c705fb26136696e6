import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connectionConfig } from './database.ts'
import { type DatabaseAddress, type PostgresOptions, SCHEMA } from './options.ts'

export type TimeListener = {
  /** A sandbox was changed, by this replica or another: its name, in hexadecimal digits. */
  changed(name: string): void
  /** The connection was lost for a while: anything may have changed. */
  missed(): void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
/** An idle connection may be dead without notice, so it is checked. */
const CHECK_MS = 15_000

/**
 * Listens to what replicas do to sandboxes, on its own connection. If that is lost, it keeps trying to make
 * another.
 */
export function listenForChanges(
  address: DatabaseAddress,
  options: Required<PostgresOptions>,
  listener: TimeListener,
): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const running = (async () => {
    for (let lost = 0; !signal.aborted; lost += 1) {
      const client = new pg.Client(connectionConfig(address, options))
      if (await untilLost(client, listener, { isAgain: lost > 0, signal })) lost = 0
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** lost, LONGEST_PAUSE_MS)
      await pause(pauseMs, undefined, { signal, ref: false }).catch(() => {})
    }
  })()
  return async () => {
    ending.abort()
    await running
  }
}

const POLL_MS = 1_000

/** The same through a pooler whose sessions nobody keeps: anything may have changed, and who waits for a time reads it again. */
export function pollForChanges({ missed }: TimeListener): () => Promise<void> {
  const polling = setInterval(missed, POLL_MS).unref()
  return async () => clearInterval(polling)
}

/** @returns whether it ever listened. */
async function untilLost(
  client: pg.Client,
  { changed, missed }: TimeListener,
  { isAgain, signal }: { isAgain: boolean; signal: AbortSignal },
): Promise<boolean> {
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  const lose = () => resolve()
  client.on('error', lose).on('end', lose)
  signal.addEventListener('abort', lose)
  client.on('notification', ({ payload = '' }) => changed(payload))
  try {
    await client.connect()
    await client.query(`listen ${SCHEMA}`)
    if (isAgain) missed()
    const check = setInterval(() => client.query('select 1').catch(() => void client.end()), CHECK_MS)
    check.unref()
    await lost
    clearInterval(check)
    return true
  } catch {
    return false
  } finally {
    signal.removeEventListener('abort', lose)
    await client.end().catch(() => {})
  }
}
