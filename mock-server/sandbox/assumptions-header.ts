import {
  type AnswerKey,
  type Profile,
  type Provenance,
  provenanceOf,
} from '../../contract/profile/profile.ts'
import { GAPS, type Gap, type GapId } from '../../contract/reference/gaps.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { OPERATION_IDS, type OperationId } from '../../contract/wire/operations.ts'

/** The response header that names the gaps whose answers shaped a response. */
export const ASSUMPTIONS_HEADER = 'Mock-Assumptions'

const ALWAYS = ['key-transport', 'success-status'] as const

/** The gaps that a success of each operation depends on. */
const OPERATION_GAPS = {
  ping: [...ALWAYS, 'ping-position'],
  listProducts: [...ALWAYS, 'catalogue-position', 'catalogue-paging', 'product-fields', 'money-format'],
  getPrice: [...ALWAYS, 'price-fields', 'money-format'],
  getBalance: [...ALWAYS, 'balance-fields', 'money-format', 'funds-movement'],
  createOrder: [...ALWAYS, 'processing-transitions', 'settled-states', 'funds-movement'],
  lookupOrder: [...ALWAYS, 'lookup-operation', 'processing-transitions', 'settled-states'],
} as const satisfies Record<OperationId, readonly GapId[]>

/**
 * The value of the header: a dictionary of RFC 9651, each gap with the provenance of its answer. What the operator
 * has confirmed is not an assumption, and is omitted.
 */
function assumptionsHeader(profile: Profile, gaps: readonly GapId[]): string {
  return gaps
    .map((id) => {
      const { profileKey } = GAPS[id]
      return [id, profileKey === null ? 'assumed' : provenanceOf(profile, profileKey)] as const
    })
    .filter(([, provenance]) => provenance !== 'confirmed')
    .map(([id, provenance]) => `${id}=${provenance}`)
    .join(', ')
}

/** The headers of a success, for each operation, made once. */
export type ServedHeaders = { readonly [Id in OperationId]: Readonly<Record<string, string>> }

export function servedHeaders(profile: Profile): ServedHeaders {
  const json = { 'Content-Type': 'application/json' }
  const headers = OPERATION_IDS.map((id) => [
    id,
    Object.freeze(withAssumptions(json, profile, OPERATION_GAPS[id])),
  ])
  // There is one for each operation.
  return Object.fromEntries(headers) as ServedHeaders
}

export function withAssumptions(
  headers: Readonly<Record<string, string>>,
  profile: Profile,
  gaps: readonly GapId[],
): Readonly<Record<string, string>> {
  const assumptions = assumptionsHeader(profile, gaps)
  return assumptions === '' ? headers : { ...headers, [ASSUMPTIONS_HEADER]: assumptions }
}

/** A gap of the reference, with the answer that the mock uses. */
export type Assumption = Pick<Gap, 'section' | 'kind' | 'text'> & {
  readonly gap: GapId
} & (
    | { readonly profileKey: AnswerKey; readonly answer: unknown; readonly provenance: Provenance }
    | { readonly profileKey: null /** Why nothing needs to answer it. */; readonly reason: string }
  )

/**
 * Everything that the reference does not show, with what a profile answers and where that answer comes from, in the
 * order of the sections.
 *
 * @example
 * assumptionsReport(DEFAULT_PROFILE).find(({ gap }) => gap === 'money-format')
 * // { gap: 'money-format', …, profileKey: 'money', answer: { format: 'decimal-string', … }, provenance: 'assumed' }
 */
export function assumptionsReport(profile: Profile): readonly Assumption[] {
  return Object.values(GAPS).map(({ id: gap, section, kind, text, ...answered }) =>
    answered.profileKey === null
      ? { gap, section, kind, text, profileKey: null, reason: answered.reason }
      : { gap, section, kind, text, ...answerOf(profile, answered.profileKey) },
  )
}

function answerOf(profile: Profile, profileKey: AnswerKey) {
  const answer = readPointer(profile, `/${profileKey.replace('.', '/')}`)
  return { profileKey, answer, provenance: provenanceOf(profile, profileKey) }
}
