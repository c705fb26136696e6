import type { Outgoing } from './connection.ts'
import type { Recording } from './entry.ts'

/** Tells the journal how far an answer gets on its connection: handed over whole, broken off, or not begun. */
export function watchDelivery(outgoing: Outgoing, recording: Recording): void {
  outgoing.on('finish', () => recording.deliver('delivered'))
  outgoing.on('close', () => recording.deliver(outgoing.headersSent ? 'cut' : 'lost'))
}
