import { authScheme } from '../contract/auth.ts'
import { formatRefusal } from '../contract/error-body.ts'
import type { NearMiss } from '../contract/exchange.ts'
import type { GapId } from '../contract/gaps.ts'
import { ASSUMPTIONS_HEADER, assumptionsHeader, OPERATION_GAPS } from './assumptions.ts'
import type { MockContext } from './env.ts'
import { faultAnswer } from './fault-answer.ts'
import type { Recording } from './journal.ts'
import { noteNearMiss } from './near-miss/note-near-miss.ts'
import type { Summary } from './order.ts'
import { type OrderAnswer, orderBody } from './order-body.ts'
import { causeOf, type Refused } from './refusals.ts'

/** Answers a request as served, with the assumptions that its operation rests on. */
export function serve(c: MockContext, body: string): Response {
  return answer(c, 200, { 'Content-Type': 'application/json' }, body, OPERATION_GAPS[c.get('operation')])
}

/** Answers a request about an order with its summary, at the position of that answer (§4.1). */
export function serveOrder(
  c: MockContext,
  kind: OrderAnswer,
  summary: Summary,
  hasExtraFields: boolean,
): Response {
  return serve(c, JSON.stringify(orderBody(kind, summary, hasExtraFields)))
}

/** Answers a request as refused, in the profile's error shape, without the key that the caller may have misplaced. */
export function refuse(c: MockContext, refused: Refused): Response {
  const { profile } = c.get('mock')
  const { title, status: statusKey, gaps } = causeOf(refused.code)
  const status = profile.errors[statusKey]
  const refusal = { ...withNearMiss(c, cleaned(c, refused)), title, status }
  const { contentType, body } = formatRefusal(profile.errors.body, refusal)
  const scheme = status === 401 ? authScheme(profile.auth) : undefined
  const { retryAfterSeconds } = refused
  const headers = {
    'Content-Type': contentType,
    ...(scheme && { 'WWW-Authenticate': scheme }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  }
  return answer(c, status, headers, body, [...gaps, 'error-body'])
}

function cleaned(c: MockContext, { field, retryAfterSeconds: _, ...refused }: Refused): Refused {
  const clean = c.get('clean')
  return { ...refused, detail: clean(refused.detail), ...(field !== undefined && { field: clean(field) }) }
}

/** What is refused as unknown is told first what it seems to be meant for. */
function withNearMiss(c: MockContext, refused: Refused): Refused & { readonly nearMiss?: NearMiss } {
  const nearMiss = noteNearMiss(c, refused.code)
  if (nearMiss === undefined) return refused
  if (refused.code !== 'unknown-operation') return { ...refused, nearMiss }
  const { method, path } = c.get('mock').operations[nearMiss.operation]
  return { ...refused, detail: `Did you mean ${method} ${path}? ${refused.detail}`, nearMiss }
}

/** Answers a request whose outcome the store did not tell. Where it was a purchase, nobody knows whether it was made. */
export function unavailable(c: MockContext): Response {
  // None where the call was of the mock's own surface.
  const recording: Recording | undefined = c.get('recording')
  if (recording === undefined) return c.json({ error: "The store can't be reached. Try again." }, 503)
  const detail =
    "The service can't reach its records. This does not say that nothing was bought: look the reference up, or send the identical body again."
  return refuse(c, { code: 'unavailable', detail })
}

/** Answers a request that the mock itself failed to answer: a fault of ours, and never the caller's. */
export function failed(c: MockContext, fault: Error): Response {
  const { contentType, status, body } = faultAnswer(c.get('mock').profile.errors.body, fault)
  return answer(c, status, { 'Content-Type': contentType }, body, ['error-body'])
}

function answer(
  c: MockContext,
  status: number,
  ownHeaders: Record<string, string>,
  body: string,
  gaps: readonly GapId[],
): Response {
  const assumptions = assumptionsHeader(c.get('mock').profile, gaps)
  const headers = { ...ownHeaders, ...(assumptions !== '' && { [ASSUMPTIONS_HEADER]: assumptions }) }
  // None where the mock failed before it recorded the call.
  const recording: Recording | undefined = c.get('recording')
  recording?.answer({ status, headers, body })
  return new Response(body, { status, headers })
}
