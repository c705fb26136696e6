import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { keys } from '../state/keys.ts'
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
  const asked = keys.value.slice(0, MOST_KEYS)
  const changes = asked
    .map(({ digest, orders, balance, clock }) => `${digest} ${orders} ${balance} ${clock.now}`)
    .join()
  useEffect(() => {
    const timer = setTimeout(async () => {
      const answers = await Promise.all(
        asked.map(async ({ digest, partner }) => ({
          partner,
          answer: await ask<{ orders: readonly OrderFacts[] }>(`orders?key=${digest}`),
        })),
      )
      known.value = new Map(
        answers.flatMap(({ partner, answer }) =>
          (answer?.orders ?? []).map((order) => [nameOf(partner, order.partnerReference), order] as const),
        ),
      )
    }, REFRESH_MS)
    return () => clearTimeout(timer)
  }, [changes, lastSeq()])
  return (partner, partnerReference) => known.value.get(nameOf(partner, partnerReference))
}

function nameOf(partner: string, partnerReference: string): string {
  return JSON.stringify([partner, partnerReference])
}
