import { formatRefusal } from '../../contract/profile/error-body.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { authScheme } from '../../contract/wire/auth.ts'
import type { Call } from '../call/call.ts'
import type { Outcome, Refused, Served } from '../call/outcome.ts'
import type { CompleteAnswer } from '../message/complete-answer.ts'
import { withAssumptions } from '../prepared/assumptions-header.ts'
import { causeOf } from '../prepared/problem-types.ts'

/**
 * Makes the answer of a call from its outcome, once: body, headers, the assumptions that it depends on, and the near miss.
 * Records it in the journal. No answer contains a key.
 */
export function respond(call: Call, outcome: Outcome): CompleteAnswer {
  const answer = 'code' in outcome ? refusal(call, outcome) : success(outcome)
  call.recording.answer(answer)
  return answer
}

function success({ headers, body }: Served): CompleteAnswer {
  return { status: 200, headers, body }
}

function refusal(call: Call, refused: Refused): CompleteAnswer {
  const { profile } = call.mock
  const redacted = withoutKeys(call, refused)
  if (redacted.nearMiss !== undefined) call.recording.nearMiss(redacted.nearMiss)
  const { status, headers, body } = problemAnswer(profile, redacted)
  const { gaps } = causeOf(refused.code)
  const withGaps = withAssumptions(headers, profile, [...gaps, 'error-body'])
  // After a malformed request, the beginning of the next one is unknown.
  return { status, headers: refused.http ? { ...withGaps, Connection: 'close' } : withGaps, body }
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

/** What a profile says of a refusal. */
type RefusalProfile = Pick<Profile, 'errors' | 'auth'>

/** The answer to a refused request: in the profile's error shape, with the status of the profile or of HTTP. */
export function problemAnswer({ errors, auth }: RefusalProfile, refused: Refused): CompleteAnswer {
  const { code, detail, field, clause, nearMiss, retryAfterSeconds, http } = refused
  const cause = causeOf(code)
  const named = http?.status ?? cause.status
  const status = typeof named === 'number' ? named : errors[named]
  const { contentType, body } = formatRefusal(errors.body, {
    code,
    detail,
    ...(field !== undefined && { field }),
    ...(clause !== undefined && { clause }),
    ...(nearMiss !== undefined && { nearMiss }),
    title: http?.title ?? cause.title,
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
