import type { Outgoing } from './connection.ts'
import type { Recording } from './journal.ts'

/** Tells the journal how far an answer gets on its connection: handed over whole, broken off, or not begun. */
export function watchDelivery(outgoing: Outgoing, recording: Recording): void {
  outgoing.once('finish', () => recording.deliver('delivered'))
  outgoing.once('close', () => recording.deliver(outgoing.headersSent ? 'cut' : 'lost'))
}
