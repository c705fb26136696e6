import type { ServerResponse } from 'node:http'
import type { Profile } from '../../../contract/profile/profile.ts'
import { type OperationId, operationsOf } from '../../../contract/wire/operations.ts'
import { alreadySent } from '../../../mock-server/http/node-exchange.ts'
import { type Transport, withResponse } from '../../../mock-server/message/transport.ts'
import type { AnswerChange, WireAnswer } from '../../variants/wire-answer.ts'
import { pathParameter } from '../path-parameter.ts'

type Answering = (request: Request, transport: Transport) => Response | Promise<Response>

/** The length of a message is told anew, whatever becomes of it. */
const FRAMING = ['content-length', 'transfer-encoding']

/**
 * Puts a change between a mock and its client. The mock records what it has decided, before the change.
 */
export function changingAnswers(change: AnswerChange, profile: Profile, answering: Answering): Answering {
  return async (request, transport) => {
    const response = await answering(request, withResponse(transport))
    // What a fault has sent, or lost, by itself has no body here.
    if (response.body === null || request.method === 'HEAD') return response
    const { status, headers } = response
    const changed = change({
      operation: operationOf(request, profile),
      status,
      headers: [...headers].filter(([name]) => !FRAMING.includes(name)),
      body: await response.text(),
      isChunked: false,
    })
    return send(changed, transport)
  }
}

/** The operation that a request asks for, by the profile. */
function operationOf({ method, url }: Request, profile: Profile): OperationId | null {
  const { pathname, search } = new URL(url)
  const found = Object.values(operationsOf(profile)).find(
    ({ method: own, path }) =>
      own === method && (path === pathname || pathParameter(`${pathname}${search}`, path) !== undefined),
  )
  return found?.id ?? null
}

function send({ status, headers, body, isChunked }: WireAnswer, { outgoing }: Transport): Response {
  // A Response has neither the case of its headers nor its framing to itself: those are for a socket alone.
  if (outgoing === undefined) return new Response(body, { status, headers: headers.map(([...pair]) => pair) })
  // What serves here is node:http; the transport names no more of it than a mock needs.
  const wire = outgoing as ServerResponse
  const bytes = Buffer.from(body)
  const length = isChunked ? [] : [['Content-Length', String(bytes.byteLength)] as const]
  wire.writeHead(status, [...headers, ...length].flat())
  if (isChunked) wire.write(bytes.subarray(0, bytes.byteLength / 2))
  wire.end(isChunked ? bytes.subarray(bytes.byteLength / 2) : bytes)
  return alreadySent()
}
