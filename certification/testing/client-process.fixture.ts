import { randomUUID } from 'node:crypto'
import { type ClientOrder, type ClientRun, runClient } from '../client-process.ts'
import { processesWith } from '../process-tree.ts'

const LONG_MS = 60_000

/** A key that no other process knows. */
export function newKey(): string {
  return `pk_test_${randomUUID().replaceAll('-', '')}`
}

/** Runs JavaScript as a client's process. */
export async function runScript(
  script: string,
  order: Partial<ClientOrder> = {},
): Promise<ClientRun & { readonly key: string; readonly leftOver: readonly number[] }> {
  const key = newKey()
  const settings = {
    baseUrl: 'http://127.0.0.1:9',
    apiKey: key,
    sku: 'SCENARIO-AT-ONCE',
    purchases: 1,
    orderLabel: '1001',
  }
  const run = await runClient({
    command: [process.execPath, '-e', script],
    settings,
    limitMs: LONG_MS,
    stop: new AbortController().signal,
    elapsedMs: () => performance.now(),
    endTimes: { graceMs: 300, killMs: 5_000 },
    ...order,
  })
  return { ...run, key, leftOver: leftOverOf(key) }
}

/** The processes that still run with a key in their environment. */
export function leftOverOf(key: string): readonly number[] {
  return processesWith(`SERVICE_PARTNER_API_KEY=${key}`)
}
