import type { Outgoing } from './connection.ts'
import type { Recording } from './entry.ts'

/** Tells the journal how far an answer gets on its connection: handed over whole, broken off, or not begun. */
export function watchDelivery(outgoing: Outgoing, recording: Recording): void {
  outgoing.on('close', () => {
    if (outgoing.writableFinished) recording.deliver('delivered')
    else recording.deliver(outgoing.headersSent ? 'cut' : 'lost')
  })
}
