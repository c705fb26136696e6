import { isUtf8 } from 'node:buffer'
import { parseJson } from '../contract/text/parse-json.ts'
import type { OrderRequest } from '../contract/wire/bodies.ts'
import { isObject } from '../contract/wire/json-pointer.ts'
import { textOf } from './upstream.ts'

/** What the body of a purchase asks for; why it is not passed on, as a sentence. */
export type OrderBody = OrderRequest | string

/** A body is read as UTF-8 and nothing else: another reader must not find another reference in it. */
const CONTENT_TYPE = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?(?:utf-8|us-ascii)"?\s*)?;?\s*$/i

/**
 * Reads the body of a purchase as strictly as any server may: what two servers can read in two ways is not passed on, so
 * that the reference that is owned is the one that is bought.
 *
 * @param bytes as characters of Latin-1.
 */
export function readOrderBody(bytes: string, contentType: string | undefined): OrderBody {
  if (contentType !== undefined && !CONTENT_TYPE.test(contentType))
    return 'Its Content-Type is not application/json in UTF-8.'
  const text = textOf(bytes)
  if (text !== bytes && !isUtf8(Buffer.from(bytes, 'latin1'))) return 'Its body is not UTF-8.'
  const json = parseJson(text)
  if (!isObject(json)) return 'Its body is no JSON object.'
  const names = topLevelNames(text).map((name) => name.normalize('NFKC').toLowerCase())
  if (new Set(names).size !== names.length) return 'Its body has a member twice.'
  const { partnerReference, sku } = json
  if (typeof partnerReference !== 'string' || typeof sku !== 'string')
    return 'Its body has not both partnerReference and sku, each a string.'
  return { partnerReference, sku }
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs

/** The names of the members of an object, in its JSON text, as often as they stand there. */
function topLevelNames(text: string): string[] {
  const tokens = text.match(TOKENS) ?? []
  let depth = 0
  return tokens.flatMap((token, index) => {
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    return depth === 1 && token.startsWith('"') && tokens[index + 1] === ':'
      ? [String(JSON.parse(token))]
      : []
  })
}
