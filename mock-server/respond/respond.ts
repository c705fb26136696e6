import { formatRefusal } from '../../contract/profile/error-body.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { legible } from '../../contract/text/harmless.ts'
import { authScheme } from '../../contract/wire/auth.ts'
import type { CompleteAnswer } from '../message/answer.ts'
import { withAssumptions } from '../sandbox/assumptions-header.ts'
import type { ReportFault } from '../store/store.ts'
import type { Call, Outcome } from './call.ts'
import { causeOf, type Refused } from './problem-types.ts'

/**
 * Makes the answer of a call from its outcome, once: body, headers, the assumptions that it depends on, and the near miss.
 * Records it in the journal. No answer contains a key.
 */
export function respond(call: Call, outcome: Outcome): CompleteAnswer {
  const answer =
    'code' in outcome ? refusal(call, outcome) : { status: 200, headers: outcome.headers, body: outcome.body }
  call.recording.answer(answer)
  return answer
}

function refusal(call: Call, refused: Refused): CompleteAnswer {
  const { profile } = call.mock
  const redacted = withoutKeys(call, refused)
  if (redacted.nearMiss !== undefined) call.recording.nearMiss(redacted.nearMiss)
  const { status, headers, body } = problemAnswer(profile, redacted)
  const { gaps } = causeOf(refused.code)
  return { status, headers: withAssumptions(headers, profile, [...gaps, 'error-body']), body }
}

function withoutKeys({ redact }: Call, refused: Refused): Refused {
  const { detail, field, nearMiss } = refused
  return {
    ...refused,
    detail: redact(detail),
    ...(field !== undefined && { field: redact(field) }),
    ...(nearMiss !== undefined && { nearMiss: { ...nearMiss, differs: nearMiss.differs.map(redact) } }),
  }
}

/** The answer to a refused request: in the profile's error shape. */
export function problemAnswer({ errors, auth }: Profile, refused: Refused): CompleteAnswer {
  const { code, detail, field, clause, nearMiss, retryAfterSeconds } = refused
  const cause = causeOf(code)
  const status = typeof cause.status === 'number' ? cause.status : errors[cause.status]
  const { contentType, body } = formatRefusal(errors.body, {
    code,
    detail,
    ...(field !== undefined && { field }),
    ...(clause !== undefined && { clause }),
    ...(nearMiss !== undefined && { nearMiss }),
    title: cause.title,
    status,
  })
  const scheme = status === 401 ? authScheme(auth) : undefined
  const headers = {
    'Content-Type': contentType,
    ...(scheme && { 'WWW-Authenticate': scheme }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  }
  return { status, headers, body }
}

/** A call that the mock failed to answer. The cause is reported, without any key. */
export function mockFault(cause: unknown, report: ReportFault): Refused {
  const message = cause instanceof Error ? cause.message : String(cause)
  report(`partner-purchase mock: a fault of its own: ${legible(message)}`)
  const detail = 'The mock failed to answer. This is a fault of the mock, not of the call.'
  return { code: 'mock-fault', detail }
}
