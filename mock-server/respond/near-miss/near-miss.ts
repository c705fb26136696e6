import type { Profile } from '../../../contract/profile/profile.ts'
import type { NearMiss } from '../../../contract/wire/exchange.ts'
import type { Operation, OperationId } from '../../../contract/wire/operations.ts'
import type { CauseCode } from '../../prepared/problem-types.ts'
import type { Asked } from './asked.ts'
import { keyDifference } from './key-place.ts'
import { orderBodyDifferences, skuOf } from './order-body.ts'
import { profileSays } from './profile-says.ts'
import { type Resemblance, resemblingOperation } from './resembling-operation.ts'

/** What a request is compared with. */
export type Known = {
  readonly profile: Profile
  readonly operations: { readonly [Id in OperationId]: Operation }
  /** The SKU of the caller's catalogue that differs from a text in case or blanks only. */
  readonly skuLike: (sku: string) => string | undefined
}

type Finder = (asked: Asked, known: Known) => NearMiss | null

/** How each cause is looked into. Of any other the request is what it resembles, and its refusal says why. */
const FINDERS: { readonly [Code in CauseCode]?: Finder } = {
  'unknown-operation': otherOperation,
  unauthenticated: otherKey,
  'invalid-body': otherBody,
  'too-large': largeBody,
  'unknown-sku': otherSkuInPath,
  'unknown-order': otherReference,
}

/**
 * What a refused request resembles, what differs, and which clause or gap says so: a guess, and offered as one. Pure,
 * and made for refusals alone: what is served costs nothing.
 *
 * @param asked the request, from whose texts the caller has taken the key.
 * @returns `null` where nothing resembles it, or nothing differs but what the refusal says.
 *
 * @example
 * const asked = { method: 'GET', path: '/product', query: '', headers: {}, hasKey: true, body: null }
 * nearMissOf(asked, 'unknown-operation', known)
 * // { operation: 'listProducts', differs: ['The path has "product" where "products" belongs.'],
 * //   clause: 'documented-operations-only', gap: null }
 */
export function nearMissOf(asked: Asked, cause: CauseCode, known: Known): NearMiss | null {
  return FINDERS[cause]?.(asked, known) ?? null
}

function otherOperation(asked: Asked, { profile, operations }: Known): NearMiss | null {
  const found = resemblingOperation(asked, operations)
  if (found === undefined || found.differs.length === 0) return null
  const { operation, differs, gap } = found
  if (operation.id !== 'lookupOrder')
    return { operation: operation.id, differs: [...differs], clause: 'documented-operations-only', gap }
  return {
    operation: operation.id,
    differs: lookupDifferences(found, profile),
    clause: null,
    gap: 'lookup-operation',
  }
}

function lookupDifferences({ operation, differs }: Resemblance, profile: Profile): string[] {
  const answer = `that it is ${operation.method} ${operation.path}`
  return [...differs, profileSays(profile, 'lookup-operation', answer)]
}

function otherKey(asked: Asked, { profile, operations }: Known): NearMiss | null {
  // A key that was valid once stands where it should.
  const found = asked.hasKey ? undefined : resemblingOperation(asked, operations)
  if (found === undefined) return null
  const { differs, clause, gap } = keyDifference(asked, profile)
  return { operation: found.operation.id, differs: [...differs, ...found.differs], clause, gap }
}

function otherBody(asked: Asked, known: Known): NearMiss | null {
  const differs = orderBodyDifferences(asked)
  if (differs.length > 0)
    return { operation: 'createOrder', differs: [...differs], clause: 'exactly-two-fields', gap: null }
  return otherSku('createOrder', skuOf(asked), known)
}

function largeBody(_: Asked, { profile: { limits } }: Known): NearMiss {
  const differs = `The body, or one of its fields, is larger than ${limits.bodyBytes} bytes and ${limits.fieldCharacters} characters allow.`
  return { operation: 'createOrder', differs: [differs], clause: null, gap: 'size-limits' }
}

function otherSkuInPath({ path }: Asked, known: Known): NearMiss | null {
  return otherSku('getPrice', decoded(path.split('/', 3)[2] ?? ''), known)
}

function otherSku(operation: OperationId, sku: string | undefined, { skuLike }: Known): NearMiss | null {
  const like = sku === undefined ? undefined : skuLike(sku)
  if (like === undefined || like === sku) return null
  const differs = `The catalogue has the SKU ${JSON.stringify(like)}; the one that was sent differs in case or blanks.`
  return { operation, differs: [differs], clause: 'sku-from-catalogue', gap: null }
}

/** Told by the request alone: no store is asked for orders that resemble the one. */
function otherReference({ path, query }: Asked): NearMiss | null {
  const target = `${path}?${query}`
  const oddity = ODD_REFERENCES.find(([pattern]) => pattern.test(target))
  if (oddity === undefined) return null
  return { operation: 'lookupOrder', differs: [oddity[1]], clause: 'stable-reference', gap: null }
}

const ODD_REFERENCES: readonly (readonly [pattern: RegExp, text: string])[] = [
  [
    /%25[0-9a-f]{2}/i,
    'The reference is percent-encoded twice; a reference is a literal string, encoded once.',
  ],
  [
    /[/=]%(?:20|09|0a|0d)|%(?:20|09|0a|0d)(?=[?&]|$)/i,
    'A blank stands before or after the reference, and is taken for a part of it.',
  ],
  [/[/=]%22|%22(?=[?&]|$)/, 'The reference is in quotes, which are taken for a part of it.'],
]

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
