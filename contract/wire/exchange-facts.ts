import type { Exchange } from './exchange.ts'
import { readPointer } from './json-pointer.ts'

/** The position of the summary's status (§4.1). */
const STATUS_AT: Partial<Record<NonNullable<Exchange['operation']>, string>> = {
  createOrder: '/data/order/order/status',
  lookupOrder: '/data/order/status',
}

/** The status of the order that an exchange was about, as it was answered. */
export function orderStatusOf({ operation, response }: Exchange): string | undefined {
  const pointer = operation === null ? undefined : STATUS_AT[operation]
  return pointer === undefined ? undefined : textAt(response, pointer)
}

/** The code of the refusal that an exchange was answered with, in either shape of an error body. */
export function refusalCodeOf({ response }: Exchange): string | undefined {
  if (response === null || response.status < 400) return undefined
  return textAt(response, '/error/code') ?? textAt(response, '/type')?.split(':').at(-1)
}

/** How long an exchange took: until its delivery was known, else until it was answered. */
export function durationMsOf({ arrivedMs, delivery, response }: Exchange): number | null {
  const endedMs = delivery?.atMs ?? response?.answeredMs
  return endedMs === undefined ? null : Math.round(endedMs - arrivedMs)
}

function textAt(response: Exchange['response'], pointer: string): string | undefined {
  try {
    const value = readPointer(JSON.parse(response?.body ?? 'null'), pointer)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
