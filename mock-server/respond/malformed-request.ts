import type { Refused } from '../call/outcome.ts'

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

/** Something that is not an HTTP request, or not one that this server supports. */
export function malformedRequest(status: number): Refused {
  const [title, detail] = WORDS[status] ?? NOT_HTTP
  return { code: 'malformed-request', detail, http: { status, title } }
}
