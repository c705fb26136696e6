import { html } from 'htm/preact'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { callOutcomeOf } from '../state/filter.ts'

/** The status of the answer, marked by how the call ended. */
export function OutcomeMark({ exchange }: { exchange: Exchange }) {
  const { response, delivery } = exchange
  const isUndelivered = delivery !== null && delivery.outcome !== 'delivered'
  const text = isUndelivered ? delivery.outcome : (response?.status ?? '…')
  return html`<span class="outcome ${callOutcomeOf(exchange)}">${text}</span>`
}
