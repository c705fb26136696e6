import type { DeliveryOutcome } from '../../contract/wire/exchange.ts'
import type { Entry } from '../journal/journal-entry.ts'
import { isStreamed, NO_ANSWER, type Outgoing, type Reply } from '../message/answer.ts'
import type { Call } from '../respond/call.ts'

/** Records how far an answer gets on its connection: complete, broken off, or not begun. */
export function watchDelivery(outgoing: Outgoing, recording: Pick<Entry, 'deliver'>): void {
  let finished: DeliveryOutcome | undefined
  // Before node:http's own listener, which passes the connection on to the next answer.
  outgoing.prependListener('finish', () => {
    const { socket } = outgoing
    finished = socket?.destroyed || socket?.errored ? 'cut' : 'delivered'
  })
  outgoing.on('close', () => {
    // An answer whose turn has not come may have its headers, but no connection yet.
    const isBegun = outgoing.headersSent && outgoing.socket !== null
    recording.deliver(finished ?? (isBegun ? 'cut' : 'lost'))
  })
}

/** Records the same without a connection: an answer has arrived when it is returned. */
export function handOver({ inbound, recording }: Call, reply: Reply): void {
  if (isStreamed(reply)) return
  recording.deliver(reply === NO_ANSWER || inbound.gone.aborted ? 'lost' : 'delivered')
}

let sent: Response | undefined

/** Signals the server that the answer is already sent. One for all calls, made for the first. */
export function alreadySent(): Response {
  if (sent === undefined) {
    sent = new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
    // Where `@hono/node-server` has replaced Node's Response by its own, it writes a Response that was never read by a
    // faster path, which ignores this header.
    void sent.body
  }
  return sent
}
