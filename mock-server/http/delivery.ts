import type { DeliveryOutcome } from '../../contract/wire/exchange.ts'
import type { Call } from '../call/call.ts'
import type { ExchangeRecording } from '../journal/recorder.ts'
import { isStreamed, NO_ANSWER, type Reply } from '../message/complete-answer.ts'
import type { Outgoing } from '../message/connection.ts'

/** Records how far an answer gets on its connection: complete, broken off, or not begun. */
export function watchDelivery(outgoing: Outgoing, recording: ExchangeRecording): void {
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
