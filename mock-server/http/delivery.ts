import type { Call } from '../call/call.ts'
import type { Recording } from '../journal/recorder.ts'
import { isStreamed, NO_ANSWER, type Reply } from '../message/answer.ts'
import type { Outgoing } from '../message/connection.ts'

/** Records how far an answer gets on its connection: complete, broken off, or not begun. */
export function watchDelivery(outgoing: Outgoing, recording: Recording): void {
  outgoing.on('close', () => {
    if (outgoing.writableFinished) recording.deliver('delivered')
    else recording.deliver(outgoing.headersSent ? 'cut' : 'lost')
  })
}

/** Records the same without a connection: an answer has arrived when it is returned. */
export function handOver({ inbound, recording }: Call, reply: Reply): void {
  if (isStreamed(reply)) return
  recording.deliver(reply === NO_ANSWER || inbound.gone.aborted ? 'lost' : 'delivered')
}
