import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { ask, command } from '../api.ts'
import { received } from '../state/exchanges.ts'
import { type Judgement, judgement, type KeyFacts, key, keys } from '../state/keys.ts'
import { say } from '../state/notice.ts'

const REFRESH_MS = 1000
const AFTER_A_CALL_MS = 50
/** What costs the mock more is read later. */
const READ_AFTER_MS = 200

export async function refreshKeys(): Promise<void> {
  const answer = await ask<{ keys: readonly KeyFacts[] }>('keys')
  if (answer !== undefined) keys.value = answer.keys
}

export async function commandKey(path: string, body: object, done: string): Promise<void> {
  if ((await command('POST', path, body)) !== undefined) say(done)
  await refreshKeys()
}

/** Keeps the keys up to date while a tab shows them: at each call, and as their clocks go on. */
export function useKeys(): void {
  useFresh(AFTER_A_CALL_MS, refreshKeys, [lastSeq()])
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refreshKeys()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
}

/** Does a task soon after some values have changed: never twice at once, and also while they change without an end. */
function useFresh(afterMs: number, task: () => Promise<void>, changes: readonly unknown[]): void {
  const latest = useRef(task)
  latest.current = task
  const refresh = useMemo(
    () =>
      coalesced(async () => {
        await new Promise((resolve) => setTimeout(resolve, afterMs))
        await latest.current()
      }),
    [afterMs],
  )
  useEffect(() => void refresh(), [...changes])
}

/** The number of the last exchange: what depends on them is read again when it changes. */
function lastSeq(): number {
  return received.value.exchanges.at(-1)?.seq ?? -1
}

export function useJudgement(): void {
  const digest = key.value?.digest
  const read = async () => {
    if (digest !== undefined) judgement.value = (await ask<Judgement>(`judgement?key=${digest}`)) ?? null
  }
  useFresh(READ_AFTER_MS, read, [digest, lastSeq()])
}

export type OrderFacts = {
  readonly partnerReference: string
  readonly price: string
  readonly status: string
  readonly balanceBefore: string
  readonly balanceAfter: string
}

/** Of how many keys the orders are asked for: those that called last. */
const KEYS_READ = 5

/** The orders of the keys that called last, as the mock has them: by partner and reference. */
export function useOrderFacts(): (partner: string, partnerReference: string) => OrderFacts | undefined {
  useKeys()
  const known = useSignal<ReadonlyMap<string, OrderFacts>>(new Map())
  const changes = latestKeys()
    .map(({ digest, orders, balance, clock }) => `${digest} ${orders} ${balance} ${clock.now}`)
    .join()
  const read = async () => {
    known.value = await readOrders()
  }
  useFresh(READ_AFTER_MS, read, [changes, lastSeq()])
  return (partner, partnerReference) => known.value.get(nameOf(partner, partnerReference))
}

function latestKeys(): readonly KeyFacts[] {
  return keys.value.slice(0, KEYS_READ)
}

async function readOrders(): Promise<ReadonlyMap<string, OrderFacts>> {
  const answers = await Promise.all(
    latestKeys().map(async ({ digest, partner }) => ({
      partner,
      answer: await ask<{ orders: readonly OrderFacts[] }>(`orders?key=${digest}`),
    })),
  )
  return new Map(
    answers.flatMap(({ partner, answer }) =>
      (answer?.orders ?? []).map((order) => [nameOf(partner, order.partnerReference), order] as const),
    ),
  )
}

function nameOf(partner: string, partnerReference: string): string {
  return JSON.stringify([partner, partnerReference])
}

/** Never runs twice at once: calls that come while it runs make it run once more after that. */
export function coalesced(task: () => Promise<void>): () => Promise<void> {
  let [isRunning, isWanted] = [false, false]
  return async () => {
    isWanted = true
    if (isRunning) return
    isRunning = true
    try {
      while (isWanted) {
        isWanted = false
        await task()
      }
    } finally {
      isRunning = false
    }
  }
}
