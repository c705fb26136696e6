import type { GapId } from '../../contract/reference/gaps.ts'
import { authScheme } from '../../contract/wire/auth.ts'
import { formatRefusal } from '../../contract/wire/error-body.ts'
import type { NearMiss } from '../../contract/wire/exchange.ts'
import type { Call, OperationCall } from '../call/call.ts'
import { malformedAnswer } from '../http/malformed.ts'
import type { Answer } from '../message/answer.ts'
import { withAssumptions } from '../prepared/assumptions-header.ts'
import { type OrderAnswer, orderBody } from '../prepared/order-response.ts'
import { causeOf, type Refused } from '../prepared/problem-types.ts'
import type { Summary } from '../store/order.ts'
import { faultAnswer } from './internal-error.ts'
import { noteNearMiss } from './near-miss/note-near-miss.ts'

/** Answers a request as served, with the assumptions that its operation rests on. */
export function serve(call: OperationCall, body: string): Answer {
  return recorded(call, { status: 200, headers: call.mock.servedHeaders[call.operation], body })
}

/** Answers a request about an order with its summary, at the position of that answer (§4.1). */
export function serveOrder(
  call: OperationCall,
  kind: OrderAnswer,
  summary: Summary,
  hasExtraFields: boolean,
): Answer {
  return serve(call, JSON.stringify(orderBody(kind, summary, hasExtraFields)))
}

/** Answers a request as refused, in the profile's error shape, without the key that the caller may have misplaced. */
export function refuse(call: Call, refused: Refused): Answer {
  const { profile } = call.mock
  const { title, status: named, gaps } = causeOf(refused.code)
  const status = typeof named === 'number' ? named : profile.errors[named]
  const refusal = { ...withNearMiss(call, cleaned(call, refused)), title, status }
  const { contentType, body } = formatRefusal(profile.errors.body, refusal)
  const scheme = status === 401 ? authScheme(profile.auth) : undefined
  const { retryAfterSeconds } = refused
  const headers = {
    'Content-Type': contentType,
    ...(scheme && { 'WWW-Authenticate': scheme }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  }
  return answer(call, { status, headers, body }, [...gaps, 'error-body'])
}

function cleaned({ clean }: Call, { field, retryAfterSeconds: _, ...refused }: Refused): Refused {
  return { ...refused, detail: clean(refused.detail), ...(field !== undefined && { field: clean(field) }) }
}

/** What is refused as unknown is told first what it seems to be meant for. */
function withNearMiss(call: Call, refused: Refused): Refused & { readonly nearMiss?: NearMiss } {
  const nearMiss = noteNearMiss(call, refused.code)
  if (nearMiss === undefined) return refused
  if (refused.code !== 'unknown-operation') return { ...refused, nearMiss }
  const { method, path } = call.mock.operations[nearMiss.operation]
  return { ...refused, detail: `Did you mean ${method} ${path}? ${refused.detail}`, nearMiss }
}

/** Answers a request whose outcome the store did not tell. Where it was a purchase, nobody knows whether it was made. */
export function unavailable(call: Call): Answer {
  const detail =
    "The service can't reach its records. This does not say that nothing was bought: look the reference up, or send the identical body again."
  return refuse(call, { code: 'unavailable', detail })
}

/** Answers a request that the mock itself failed to answer: a fault of ours, and never the caller's. */
export function failed(call: Call, fault: Error): Answer {
  return answer(call, faultAnswer(call.mock.profile.errors.body, fault), ['error-body'])
}

/** Answers a request whose body did not arrive as HTTP has it: nobody knows where the next one would begin. */
export function refuseMalformedBody(call: Call, status: number): Answer {
  const { headers, body } = malformedAnswer(call.mock.profile.errors.body, status)
  return answer(call, { status, headers: { ...headers, Connection: 'close' }, body }, ['error-body'])
}

function answer(call: Call, { status, headers, body }: Answer, gaps: readonly GapId[]): Answer {
  return recorded(call, { status, headers: withAssumptions(headers, call.mock.profile, gaps), body })
}

function recorded(call: Call, answer: Answer): Answer {
  call.recording.answer(answer)
  return answer
}
