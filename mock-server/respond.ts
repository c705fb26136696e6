import { authScheme } from '../contract/auth.ts'
import { formatRefusal } from '../contract/error-body.ts'
import type { GapId } from '../contract/gaps.ts'
import { redact } from '../contract/redact.ts'
import { ASSUMPTIONS_HEADER, assumptionsHeader, OPERATION_GAPS } from './assumptions.ts'
import type { MockContext } from './env.ts'
import { causeOf, type Refused } from './refusals.ts'

/** Answers a request as served, with the assumptions that its operation rests on. */
export function serve(c: MockContext, body: string): Response {
  return answer(c, 200, { 'Content-Type': 'application/json' }, body, OPERATION_GAPS[c.get('operation')])
}

/** Answers a request as refused, in the profile's error shape. */
export function refuse(c: MockContext, refused: Refused): Response {
  const { profile } = c.get('mock')
  const { title, status: statusKey, gap } = causeOf(refused.code)
  const status = profile.errors[statusKey]
  const { contentType, body } = formatRefusal(profile.errors.body, { ...refused, title, status })
  const scheme = status === 401 ? authScheme(profile.auth) : undefined
  const headers = { 'Content-Type': contentType, ...(scheme && { 'WWW-Authenticate': scheme }) }
  return answer(c, status, headers, body, [gap, 'error-body'])
}

/** Answers a request that the mock itself failed to answer: a fault of ours, and never the caller's. */
export function failed(c: MockContext, fault: Error): Response {
  console.error(`partner-purchase mock: a fault of its own: ${redact(fault.message)}`)
  const detail = 'The mock failed to answer. This is a fault of the mock, not of the call.'
  const refusal = { status: 500, code: 'mock-fault', title: 'The mock has a fault', detail }
  const { contentType, body } = formatRefusal(c.get('mock').profile.errors.body, refusal)
  return new Response(body, { status: refusal.status, headers: { 'Content-Type': contentType } })
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
  c.get('recording').answer({ status, headers, body })
  return new Response(body, { status, headers })
}
