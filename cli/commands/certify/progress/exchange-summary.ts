import { redact } from '../../../../contract/text/redact.ts'
import type { Exchange } from '../../../../contract/wire/exchange.ts'
import { orderStatusOf } from '../../../../contract/wire/exchange-facts.ts'
import { printable } from '../../../terminal/printable.ts'

/**
 * An exchange in a few words, as shown next to a running scenario.
 *
 * @example
 * exchangeSummary(exchange) // 'POST /orders → 200 PROCESSING'
 */
export function exchangeSummary(exchange: Exchange): string {
  const { request, response, delivery, fault } = exchange
  const asked = `${printable(request.method, 10)} ${printable(redact(request.target), 40)}`
  const isLost = delivery !== null && delivery.outcome !== 'delivered'
  if (isLost) return `${asked} → answer ${delivery.outcome}${fault === null ? '' : ` (${fault.does})`}`
  if (response === null) return fault === null ? asked : `${asked} (${fault.does})`
  const status = orderStatusOf(exchange)
  return `${asked} → ${response.status}${status === undefined ? '' : ` ${printable(status, 20)}`}`
}
