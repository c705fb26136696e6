import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { whenInTurn } from '../message/answer.ts'

/** A path; some parsers read a backslash in it as a slash. */
const ORIGIN_FORM = /^\/[^\\?]*(?:\?|$)/
const ABSOLUTE_FORM = /^https?:\/\/([^/?#\\]*)[^\\?]*(?:\?|$)/

/**
 * Makes the check of the host for every request: exactly one, written as in a URL, and the same for a target in absolute
 * form (RFC 9112, sections 3.2 and 3.2.2).
 */
export function hostCheck(): (request: Pick<IncomingMessage, 'url' | 'headers'>) => boolean {
  let latest = ''
  const isOne = (host: string): boolean => {
    // Nearly every request has the same host as the one before it.
    if (host !== latest && !isHost(host)) return false
    latest = host
    return host !== ''
  }
  return ({ url = '', headers }) => {
    if (!isOne(headers.host ?? '')) return false
    return ORIGIN_FORM.test(url) || isHost(ABSOLUTE_FORM.exec(url)?.[1] ?? '')
  }
}

/** Whether a text is a host, with or without a port, that every parser reads the same way. */
function isHost(text: string): boolean {
  const { host } = URL.parse(`http://${text}`) ?? { host: '' }
  const lower = text.toLowerCase()
  return host !== '' && (lower === host || lower === `${host}:80`)
}

/**
 * Makes a server send `100 Continue` only when it is the request's turn, and only while the body is still to come (RFC
 * 9110, section 10.1.1). By default node:http writes it at once, possibly inside the answer to a pipelined request.
 */
export function continueInTurn(server: Server): void {
  server.on('checkContinue', (request, response) => {
    const { 'transfer-encoding': coding, 'content-length': length = 0 } = request.headers
    if (coding !== undefined || Number(length) > 0) {
      request.once('end', () => expectNothing(response))
      whenInTurn(response, () => {
        if (!request.complete && !response.headersSent) response.writeContinue()
      })
    } else expectNothing(response)
    server.emit('request', request, response)
  })
}

/**
 * Otherwise node:http closes the connection after the answer, as it must if the body may still come, and the requests
 * after it would never be answered. There is no public API for that.
 */
function expectNothing(response: ServerResponse): void {
  Reflect.set(response, '_expect_continue', false)
}
