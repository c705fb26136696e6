import { type PartialProfile, resolveProfile } from '../contract/profile/parse-profile.ts'
import { namesLike } from '../contract/text/nearest.ts'
import type { NearMiss } from '../contract/wire/exchange.ts'
import { operationsOf } from '../contract/wire/operations.ts'
import { decodePart } from '../contract/wire/path-template.ts'
import type { Asked } from './near-miss.ts'
import { type KnownOperations, unknownOperation } from './near-miss.ts'
import { readOrderRequest } from './operations/order-body.ts'
import type { Refused } from './refusals.ts'
import { unknownOrder, unknownSku } from './refusals.ts'
import { unknownKey } from './unknown-key.ts'

type Explain = (asked: Asked, known: KnownOperations) => Refused | undefined

/** How a request is refused for each cause that looks at it. */
const EXPLAINERS = {
  'unknown-operation': unknownOperation,
  unauthenticated: unknownKey,
  'invalid-body': ({ body }, { profile }) => {
    const message = {
      contentType: 'application/json',
      transferEncoding: undefined,
      body: { kind: 'text', text: body ?? 'null' },
      redact: (text: string) => text,
    } as const
    const read = readOrderRequest(message, profile)
    return 'code' in read ? read : undefined
  },
  'unknown-sku': ({ path }) => {
    const sku = decodePart(path.split('/', 3)[2] ?? '')
    return unknownSku('getPrice', sku, namesLike(sku.trim(), ['CARD-25']))
  },
  'unknown-order': ({ path }) => unknownOrder(decodePart(path.split('/', 3)[2] ?? '')),
} as const satisfies Record<string, Explain>

export type ExplainedCause = keyof typeof EXPLAINERS
export const EXPLAINED_CAUSES = Object.keys(EXPLAINERS) as readonly ExplainedCause[]

/** The refusal of a GET with a key, changed by the given members. */
export function refusedAs(
  cause: ExplainedCause,
  { target = '/', ...asked }: Partial<Asked> & { target?: string },
  partial: PartialProfile = {},
): Refused | undefined {
  const profile = resolveProfile(partial)
  const [path = '', query = ''] = target.split('?')
  const ordinary = { method: 'GET', path, query, headers: {}, hasKey: true, body: null }
  return EXPLAINERS[cause]({ ...ordinary, ...asked }, { profile, operations: operationsOf(profile) })
}

export function nearMissIn(...refused: Parameters<typeof refusedAs>): NearMiss | null {
  return refusedAs(...refused)?.nearMiss ?? null
}
