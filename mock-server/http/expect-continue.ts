import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { whenInTurn } from '../message/connection.ts'

/**
 * Makes a server send `100 Continue` only when it is the request's turn, and only while the body is still to come (RFC
 * 9110, section 10.1.1). By default node:http writes it at once, possibly inside the answer to a pipelined request.
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
 * Otherwise node:http closes the connection after the answer, as it must if the body may still come, and the requests
 * after it would never be answered. There is no public API for that.
 */
function expectNothing(response: ServerResponse): void {
  Reflect.set(response, '_expect_continue', false)
}
