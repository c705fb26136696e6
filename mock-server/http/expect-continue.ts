import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { whenInTurn } from '../message/connection.ts'

/**
 * Has a server send `100 Continue` in the turn of its request alone, and only while the body is still to come (RFC 9110,
 * section 10.1.1). By itself node:http writes it at once, which puts it inside the answer to a pipelined request.
 */
export function continueInTurn(server: Server): void {
  server.on('checkContinue', (request, response) => {
    if (announcesBody(request)) {
      request.once('end', () => expectNothing(response))
      whenInTurn(response, () => {
        if (!request.complete && !response.headersSent) response.writeContinue()
      })
    } else expectNothing(response)
    server.emit('request', request, response)
  })
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Otherwise node:http closes the connection after the answer, as it must where the body may still come, and the requests
 * behind it would never be answered. It has no public name for that.
 */
function expectNothing(response: ServerResponse): void {
  Reflect.set(response, '_expect_continue', false)
}
