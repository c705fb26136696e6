import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { ask } from '../api.ts'
import { coalesced } from '../state/coalesced.ts'
import { type KeyFacts, keys } from '../state/keys.ts'
import { lastSeq, useKeys } from './use-keys.ts'

/** What the mock says of an order, as it is now by the clock of its key. */
export type OrderFacts = {
  readonly partnerReference: string
  readonly price: string
  readonly status: string
  readonly balanceBefore: string
  readonly balanceAfter: string
}

/** Of how many keys the orders are asked for: those that called last. */
const MOST_KEYS = 5
const REFRESH_MS = 200

/** The orders of the keys that called last, as the mock has them: by partner and reference. */
export function useOrderFacts(): (partner: string, partnerReference: string) => OrderFacts | undefined {
  useKeys()
  const known = useSignal<ReadonlyMap<string, OrderFacts>>(new Map())
  const changes = latestKeys()
    .map(({ digest, orders, balance, clock }) => `${digest} ${orders} ${balance} ${clock.now}`)
    .join()
  const refresh = useMemo(
    () =>
      coalesced(async () => {
        await new Promise((resolve) => setTimeout(resolve, REFRESH_MS))
        known.value = await readOrders()
      }),
    [known],
  )
  useEffect(() => void refresh(), [changes, lastSeq()])
  return (partner, partnerReference) => known.value.get(nameOf(partner, partnerReference))
}

function latestKeys(): readonly KeyFacts[] {
  return keys.value.slice(0, MOST_KEYS)
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
