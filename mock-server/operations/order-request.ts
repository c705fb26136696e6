import type { Profile } from '../../contract/profile/profile.ts'
import { characterClass } from '../../contract/profile/reference-limits.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { RequestBody } from '../message/request.ts'
import type { Refused } from '../respond/call.ts'
import {
  documentProblems,
  mediaTypeProblem,
  notJson,
  tooLarge,
  unreadableBody,
  wrongBody,
} from '../respond/explain/order-body.ts'

/** What a purchase is read from. */
export type OrderMessage = {
  readonly contentType: string | undefined
  readonly transferEncoding: string | undefined
  readonly body: RequestBody
  /** Removes secrets from a text that is quoted. */
  readonly redact: (text: string) => string
}

type Limits = Pick<Profile, 'limits' | 'references' | 'requests'>

/** The two fields of a purchase, or why the request is refused. Nothing is recorded for a refused one. */
export function readOrderRequest(message: OrderMessage, profile: Limits): OrderRequest | Refused {
  const { contentType, body, redact } = message
  const unreadable = unreadableBody(body, profile.limits, redact)
  if (unreadable !== undefined) return unreadable
  const text = body.kind === 'text' ? body.text : ''
  const document = parseJson(text)
  const problems = document === undefined ? [notJson(text)] : documentProblems(document, redact)
  if (!isJsonType(contentType)) return wrongBody([mediaTypeProblem(contentType, redact), ...problems])
  if (problems.length > 0) return wrongBody(problems)
  // Nothing differs: both fields are there, both are strings, and there is no other.
  const order = document as OrderRequest
  return outsideLimits(order, message, profile) ?? order
}

function isJsonType(contentType: string | undefined): boolean {
  // As nearly every client sends it.
  if (contentType === 'application/json') return true
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"]*)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean)
  return type.trim() === 'application/json' && (charset ?? 'utf-8') === 'utf-8'
}

/** Why a purchase is refused for how it is written; undefined where it is within the limits of the profile. */
function outsideLimits(
  order: OrderRequest,
  { contentType, transferEncoding }: OrderMessage,
  { limits: { fieldCharacters }, references: { characters, longest }, requests }: Limits,
): Refused | undefined {
  const { partnerReference } = order
  for (const field of ['partnerReference', 'sku'] as const)
    if (order[field].length > fieldCharacters)
      return tooLarge(`The field "${field}" has more than ${fieldCharacters} characters.`, field)
  if (longest !== null && partnerReference.length > longest)
    return refused(`The partnerReference has more than ${longest} characters.`, 'reference-limits')
  if (characters !== null && !characterClass(characters).test(partnerReference))
    return refused(`The partnerReference has characters other than ${characters}.`, 'reference-limits')
  if (!requests.charset && /;\s*charset=/i.test(contentType ?? ''))
    return refused('The Content-Type names a charset.', 'request-forms', 'Content-Type')
  if (!requests.chunked && /chunked/i.test(transferEncoding ?? ''))
    return refused('The body is chunked.', 'request-forms', 'Transfer-Encoding')
  return undefined
}

function refused(
  text: string,
  gap: 'reference-limits' | 'request-forms',
  field = 'partnerReference',
): Refused {
  return {
    code: 'invalid-body',
    detail: `${text} The limits are those of the profile.`,
    field,
    nearMiss: { operation: 'createOrder', differs: [text], clause: null, gap },
  }
}
