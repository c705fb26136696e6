import type { ServerResponse } from 'node:http'
import type { Profile } from '../../../contract/profile/profile.ts'
import { type OperationId, operationsOf } from '../../../contract/wire/operations.ts'
import { pathParameter } from '../../../contract/wire/path-template.ts'
import { alreadySent } from '../../../mock-server/http/delivery.ts'
import { type Transport, withResponse } from '../../../mock-server/message/request.ts'
import type { AnswerChange, WireAnswer } from '../../variants/variant.ts'

type Answering = (request: Request, transport: Transport) => Response | Promise<Response>

/** A changed body has another length: these headers are written again. */
const FRAMING = ['content-length', 'transfer-encoding']

/**
 * Changes the answers of a mock on their way to its client. The mock records them unchanged.
 */
export function changingAnswers(change: AnswerChange, profile: Profile, answering: Answering): Answering {
  return async (request, transport) => {
    const response = await answering(request, withResponse(transport))
    // An answer that a fault has sent or lost has no body here.
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
  // A Response controls neither the case of its headers nor its framing: only a socket does.
  if (outgoing === undefined) return new Response(body, { status, headers: headers.map(([...pair]) => pair) })
  // It is a ServerResponse of node:http; the type of the transport names only what a mock needs.
  const wire = outgoing as ServerResponse
  const bytes = Buffer.from(body)
  const length = isChunked ? [] : [['Content-Length', String(bytes.byteLength)] as const]
  wire.writeHead(status, [...headers, ...length].flat())
  if (isChunked) wire.write(bytes.subarray(0, bytes.byteLength / 2))
  wire.end(isChunked ? bytes.subarray(bytes.byteLength / 2) : bytes)
  return alreadySent()
}
