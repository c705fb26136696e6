import { formatRefusal } from '../contract/profile/error-body.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { authScheme, isTestKey } from '../contract/wire/auth.ts'
import { redactedHeaders, redactorOfHeaders } from './journal/redact-request.ts'
import { rawHeadersOf, requestTargetOf } from './message/request.ts'
import type { Asked } from './near-miss.ts'
import { causeOf, type Refused } from './refusals.ts'
import { withAssumptions } from './sandbox/assumptions-header.ts'
import type { Mock, MockContext } from './sandbox/mock.ts'
import type { Account } from './store/store.ts'

/** An answer as it was decided and recorded, whether or not it arrives. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What an operation decides: the document of a success, or why the request is refused. */
export type Outcome = { readonly document: unknown } | Refused

/** Answers a request as it was decided. */
export function respond(c: MockContext, outcome: Outcome): Response {
  return send(c, decide(c, outcome))
}

/** Makes the answer of an outcome, and records it, whether it arrives or not. No answer contains a key. */
export function decide(c: MockContext, outcome: Outcome): Answer {
  const operation = c.get('operation')
  const answer =
    'code' in outcome || operation === undefined
      ? refusal(c, outcome as Refused)
      : {
          status: 200,
          headers: c.get('mock').servedHeaders[operation],
          body: JSON.stringify(outcome.document),
        }
  c.get('entry').answer(answer)
  return answer
}

/** Sends an answer. Without a socket it has arrived when it is returned; otherwise the connection tells. */
export function send(c: MockContext, { status, headers, body }: Answer): Response {
  if (c.env?.outgoing === undefined) c.get('entry').deliver(c.req.raw.signal.aborted ? 'lost' : 'delivered')
  return new Response(body, { status, headers })
}

function refusal(c: MockContext, refused: Refused): Answer {
  const { profile } = c.get('mock')
  const redacted = withoutKeys(refused, requestRedactor(c))
  if (redacted.nearMiss !== undefined) c.get('entry').note({ nearMiss: redacted.nearMiss })
  const { status, headers, body } = problemAnswer(profile, redacted)
  const { gaps } = causeOf(refused.code)
  return { status, headers: withAssumptions(headers, profile, [...gaps, 'error-body']), body }
}

/** The answer to a refused request: in the profile's error shape. */
function problemAnswer({ errors, auth }: Profile, refused: Refused): Answer {
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

function withoutKeys(refused: Refused, redact: (text: string) => string): Refused {
  const { detail, field, nearMiss } = refused
  return {
    ...refused,
    detail: redact(detail),
    ...(field !== undefined && { field: redact(field) }),
    ...(nearMiss !== undefined && { nearMiss: { ...nearMiss, differs: nearMiss.differs.map(redact) } }),
  }
}

/** Makes a function that removes the credentials of a request from a text. */
export function requestRedactor(c: MockContext): (text: string) => string {
  return redactorOfHeaders(rawHeadersOf(c.req.raw, c.env), c.get('mock').redaction)
}

/** The money and the orders of the caller. */
export function callerAccount(c: MockContext): Account {
  const { key, openingBalance } = c.get('partner')
  return { sandbox: key, openingBalance }
}

/** The request as it is compared with the operations: without its key. */
export function askedOf(c: MockContext): Asked {
  const mock: Mock = c.get('mock')
  const redact = requestRedactor(c)
  const key = mock.keyIn(c.req.header(mock.profile.auth.header) ?? '')
  const [path = '', ...query] = redact(requestTargetOf(c.req.url)).split('?')
  const body = c.get('body')
  return {
    method: redact(c.req.method),
    path,
    query: query.join('?'),
    headers: redactedHeaders(rawHeadersOf(c.req.raw, c.env), redact),
    hasKey: key !== undefined && isTestKey(key),
    body: body.kind === 'text' ? redact(body.text) : null,
  }
}
