import type { DeliveryOutcome } from '../contract/wire/exchange.ts'
import type { OperationId } from '../contract/wire/operations.ts'
import type { Entry } from './journal/journal-entry.ts'
import { type Outgoing, rawHeadersOf, readRequestBody, requestTargetOf } from './message/request.ts'
import type { Mock, MockContext } from './sandbox/mock.ts'

/** Records a request in the journal, with or without a key, and reads its body. */
export async function arrive(c: MockContext, mock: Mock, operation: OperationId | undefined): Promise<void> {
  const request = c.req.raw
  const { incoming, outgoing } = c.env ?? {}
  const head = {
    method: c.req.method,
    target: requestTargetOf(request.url),
    rawHeaders: rawHeadersOf(request, c.env),
  }
  const entry = mock.journal.arrive(head, mock.redaction)
  if (operation !== undefined) entry.note({ operation })
  if (outgoing !== undefined) watchDelivery(outgoing, entry)
  c.set('mock', mock)
  c.set('entry', entry)
  c.set('operation', operation)
  const body = await readRequestBody(request, mock.profile.limits.bodyBytes, incoming)
  if (incoming !== undefined && incoming.rawTrailers.length > 0)
    entry.note({ trailers: incoming.rawTrailers })
  if (body.kind === 'text') entry.note({ body: body.text })
  c.set('body', body)
}

/** Records how far an answer gets on its connection: complete, broken off, or not begun. */
function watchDelivery(outgoing: Outgoing, entry: Pick<Entry, 'deliver'>): void {
  let finished: DeliveryOutcome | undefined
  // Before node:http's own listener, which passes the connection on to the next answer.
  outgoing.prependListener('finish', () => {
    const { socket } = outgoing
    finished = socket?.destroyed || socket?.errored ? 'cut' : 'delivered'
  })
  outgoing.on('close', () => {
    // An answer whose turn has not come may have its headers, but no connection yet.
    const isBegun = outgoing.headersSent && outgoing.socket !== null
    entry.deliver(finished ?? (isBegun ? 'cut' : 'lost'))
  })
}
