import type { Exchange } from '../contract/wire/exchange.ts'
import { failureOf } from '../contract/wire/exchange-facts.ts'
import { duration } from '../reporting/markup/phrasing.ts'
import { faultWords } from '../reporting/text/timeline-lines.ts'

const OPERATIONS: Readonly<Record<string, string>> = {
  ping: 'ping',
  listProducts: 'catalogue',
  getPrice: 'price',
  getBalance: 'balance',
  createOrder: 'purchase',
  lookupOrder: 'lookup',
}

/** What a call asks for, in a word; its method and path where it is not one of the six operations. */
export function operationWord({ operation, request }: Exchange): string {
  return OPERATIONS[operation ?? ''] ?? `${request.method} ${request.target}`
}

export function remarkOf(exchange: Exchange): string {
  const { fault, operation, nearMiss, response } = exchange
  const failure = failureOf(exchange)
  if (fault !== null) return faultWords(fault, operation)
  if (failure !== null) return `answer ${failure}`
  if (nearMiss !== null) return `near miss: ${nearMiss.differs[0] ?? nearMiss.operation}`
  return response === null ? 'under way' : ''
}

/** How long a call took until its answer had left; empty while it is under way. */
export function tookWord({ arrivedMs, response, delivery }: Exchange): string {
  const end = delivery?.atMs ?? response?.answeredMs
  return end === undefined ? '' : duration(end - arrivedMs)
}
