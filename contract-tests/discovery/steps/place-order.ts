import type { OrderRequest } from '../../../contract/wire/bodies.ts'
import { type Answer, describeAnswer, isServed } from '../../run/answer.ts'
import { orderBody } from '../../run/api-client.ts'
import { busyPauseMs, isBusy } from '../prober.ts'
import type { KeyedSearch } from '../search.ts'

/** An order that was sent: `unknown` if no answer shows its outcome. */
export type SentOrder = { readonly answer: Answer; readonly outcome: 'bought' | 'refused' | 'unknown' }

const MOST_SENDINGS = 3
const PAUSE_MS = 1000

/**
 * Sends one order. If its answer is lost, or is not a refusal of the order itself, the identical body is sent again: it
 * is the same purchase (§4.2, §4.3).
 */
export async function placeOrder(search: KeyedSearch, order: OrderRequest): Promise<SentOrder> {
  let isOpen = false
  for (let sending = 1; ; sending += 1) {
    const answer = await sendOrder(search, order, sending === 1 ? 'the purchase' : 'the identical body')
    if (isServed(answer)) return { answer, outcome: 'bought' }
    const isRefused = answer.status !== null && answer.status < 500 && !isBusy(answer)
    isOpen ||= !isRefused
    // No refusal is documented to mean "not bought": an earlier answer without an outcome stays open.
    if (isRefused || sending === MOST_SENDINGS) return { answer, outcome: isOpen ? 'unknown' : 'refused' }
    search.findings.note(
      `${describeAnswer(answer)}: that does not mean that nothing was bought (§ 4.3). The identical body is sent again; it is the same purchase (§ 4.2).`,
    )
    await search.pace.sleep(isBusy(answer) ? busyPauseMs(answer) : sending * PAUSE_MS)
  }
}

/** Sends the one body of a purchase. */
export function sendOrder({ prober, auth }: KeyedSearch, order: OrderRequest, how: string): Promise<Answer> {
  return prober.ask({ operation: 'createOrder', body: orderBody(order), auth, how })
}
