import { type Profile, type Provenance, provenanceOf } from '../../../contract/profile/profile.ts'
import { GAPS, type GapId } from '../../../contract/reference/gaps.ts'
import type { NearMiss } from '../../../contract/wire/exchange.ts'
import type { Operation, OperationId } from '../../../contract/wire/operations.ts'
import type { Refused } from '../problem-types.ts'
import type { Asked } from './asked.ts'
import { resemblingOperation } from './resembling-operation.ts'

export type KnownOperations = {
  readonly profile: Profile
  readonly operations: { readonly [Id in OperationId]: Operation }
}

/** A request for an unknown operation. The operation that it resembles is only suggested. */
export function unknownOperation(asked: Asked, known: KnownOperations): Refused {
  const operations = Object.values(known.operations).map(({ method, path }) => `${method} ${path}`)
  const nearMiss = nearestOperation(asked, known)
  if (nearMiss === undefined) {
    const detail = `This ${asked.method} is no operation of the reference. Its operations are: ${operations.join(', ')}.`
    return { code: 'unknown-operation', detail }
  }
  const { method, path } = known.operations[nearMiss.operation]
  const question = `Did you mean ${method} ${path}?`
  const detail = `${question} ${nearMiss.differs.join(' ')} The operations of the reference are: ${operations.join(', ')}.`
  return { code: 'unknown-operation', detail, nearMiss }
}

function nearestOperation(asked: Asked, { profile, operations }: KnownOperations): NearMiss | undefined {
  const found = resemblingOperation(asked, operations)
  if (found === undefined || found.differs.length === 0) return undefined
  const { id, method, path } = found.operation
  if (id !== 'lookupOrder') {
    const { differs, gap } = found
    return { operation: id, differs: [...differs], clause: 'documented-operations-only', gap }
  }
  const says = profileSays(profile, 'lookup-operation', `that it is ${method} ${path}`)
  return { operation: id, differs: [...found.differs, says], clause: null, gap: 'lookup-operation' }
}

const SOURCES: Readonly<Record<Provenance, string>> = {
  assumed: 'is an assumption of this profile',
  observed: 'was observed on the service',
  confirmed: 'was confirmed by the operator',
}

/** A sentence that an answer comes from the profile, and with which provenance, since the reference does not show it. */
export function profileSays(profile: Profile, gap: GapId, answer: string): string {
  const { profileKey, text } = GAPS[gap]
  const provenance = profileKey === null ? 'assumed' : provenanceOf(profile, profileKey)
  return `The reference does not show ${text}: ${answer} ${SOURCES[provenance]}.`
}
