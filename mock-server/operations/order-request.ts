import type { Profile } from '../../contract/profile/profile.ts'
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
  readonly body: RequestBody
  readonly limits: Profile['limits']
  /** Removes secrets from a text that is quoted. */
  readonly redact: (text: string) => string
}

/** The two fields of a purchase, or why the request is refused. Nothing is recorded for a refused one. */
export function readOrderRequest({
  contentType,
  body,
  limits,
  redact,
}: OrderMessage): OrderRequest | Refused {
  const unreadable = unreadableBody(body, limits, redact)
  if (unreadable !== undefined) return unreadable
  const text = body.kind === 'text' ? body.text : ''
  const document = parseJson(text)
  const problems = document === undefined ? [notJson(text)] : documentProblems(document, redact)
  if (!isJsonType(contentType)) return wrongBody([mediaTypeProblem(contentType, redact), ...problems])
  if (problems.length > 0) return wrongBody(problems)
  // Nothing differs: both fields are there, both are strings, and there is no other.
  return withinLimits(document as OrderRequest, limits)
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

function withinLimits(order: OrderRequest, { fieldCharacters }: Profile['limits']): OrderRequest | Refused {
  for (const field of ['partnerReference', 'sku'] as const) {
    if (order[field].length > fieldCharacters)
      return tooLarge(`The field "${field}" has more than ${fieldCharacters} characters.`, field)
  }
  return order
}
