import type { Call } from '../call/call.ts'
import type { Recording } from '../journal/recorder.ts'
import { isStreamed, NO_ANSWER, type Reply } from '../message/answer.ts'
import type { Outgoing } from '../message/connection.ts'

/** Tells the journal how far an answer gets on its connection: handed over whole, broken off, or not begun. */
export function watchDelivery(outgoing: Outgoing, recording: Recording): void {
  outgoing.on('close', () => {
    if (outgoing.writableFinished) recording.deliver('delivered')
    else recording.deliver(outgoing.headersSent ? 'cut' : 'lost')
  })
}

/** Tells the journal the same where there is no connection: an answer has arrived with whoever is handed it. */
export function handOver({ inbound, recording }: Call, reply: Reply): void {
  if (isStreamed(reply)) return
  recording.deliver(reply === NO_ANSWER || inbound.gone.aborted ? 'lost' : 'delivered')
}
