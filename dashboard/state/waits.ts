import { computed } from '@preact/signals'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import { calls, summaryIn } from './calls.ts'

/** A certification tolerates as noise this part of the interval, and so many milliseconds. */
const NOISE = { part: 0.05, milliseconds: 5 }

/** When an order may be asked for again, by the clock of the journal, and how long that is after the answer. */
export type Wait = { readonly fromMs: number; readonly askedMs: number }

/** How long an answer asks its caller to wait (§ 3.1): null if not at all, undefined if no summary arrived. */
export function waitAfter(call: Exchange): Wait | null | undefined {
  const { delivery } = call
  const summary = delivery?.outcome === 'delivered' ? summaryIn(call) : undefined
  if (delivery == null || summary === undefined) return undefined
  if (summary.status !== PROCESSING || summary.pollAfterSeconds === null) return null
  const askedMs = summary.pollAfterSeconds * 1000
  return { fromMs: delivery.atMs + askedMs, askedMs }
}

/** By `seq`, how many milliseconds too early lookups came (§ 8.1). `calls` are oldest first. */
export function earlyIn(calls: readonly Exchange[]): ReadonlyMap<number, number> {
  const waits = new Map<string, Wait | null>()
  const early = new Map<number, number>()
  for (const call of calls) {
    if (call.order === null) continue
    const name = `${call.partner} ${call.order.partnerReference}`
    const { fromMs, askedMs } = waits.get(name) ?? { fromMs: 0, askedMs: 0 }
    const isEarly = call.arrivedMs < fromMs - askedMs * NOISE.part - NOISE.milliseconds
    if (call.operation === 'lookupOrder' && isEarly) early.set(call.seq, fromMs - call.arrivedMs)
    const next = waitAfter(call)
    if (next !== undefined) waits.set(name, next)
  }
  return early
}

/** How much too early the lookups came that the page has. */
export const early = computed(() => earlyIn(calls.value.known))
