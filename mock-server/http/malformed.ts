import type { ServerResponse } from 'node:http'
import type { Profile } from '../../contract/profile/profile.ts'
import { formatRefusal } from '../../contract/wire/error-body.ts'
import type { Recording } from '../journal/recorder.ts'
import type { RawHead } from '../journal/redact-request.ts'
import type { Answer } from '../message/answer.ts'
import { watchDelivery } from './delivery.ts'

/** How a server refuses what never becomes a call. */
export type MalformedHandling = {
  readonly shape: Profile['errors']['body']
  /** Writes such a request into the journal, where there is one. */
  readonly arrive?: ((head: RawHead) => Recording) | undefined
}

type Words = readonly [title: string, detail: string]

const NOT_HTTP: Words = [
  'Bad Request',
  'This is not a request that HTTP/1.1 allows. Check its request line, its Host and how its body is framed.',
]
/** By the status of HTTP itself (RFC 9110, RFC 6585). */
const WORDS: Record<number, Words> = {
  408: ['Request Timeout', 'The request did not end in time. Send it whole.'],
  413: [
    'Content Too Large',
    'The chunks of the body carry larger extensions than this server reads. Leave them out.',
  ],
  417: ['Expectation Failed', 'The Expect header asks for something other than 100-continue. Leave it out.'],
  431: [
    'Request Header Fields Too Large',
    'The request line and the headers are larger, or more, than this server reads. Send less.',
  ],
}

/** What answers something that is not a request of HTTP, in the profile's error shape. */
export function malformedAnswer(shape: MalformedHandling['shape'], status: number): Answer {
  const [title, detail] = WORDS[status] ?? NOT_HTTP
  const refusal = { status, code: 'malformed-request', title, detail }
  const { contentType, body } = formatRefusal(shape, refusal)
  return { status, headers: { 'Content-Type': contentType }, body }
}

/** Answers a request that HTTP allows, and this server does not; the next one over its connection may be in order. */
export function refuseMalformed(
  response: ServerResponse,
  status: number,
  { shape, arrive }: MalformedHandling,
): void {
  const answer = malformedAnswer(shape, status)
  const recording = arrive?.(headOf(response.req))
  if (recording !== undefined) {
    watchDelivery(response, recording)
    recording.answer(answer)
  }
  response
    .writeHead(status, { ...answer.headers, 'Content-Length': Buffer.byteLength(answer.body) })
    .end(answer.body)
}

/** A request's head as node:http read it. */
export function headOf({ method = '', url = '', rawHeaders }: ServerResponse['req']): RawHead {
  return { method, target: url, rawHeaders }
}
