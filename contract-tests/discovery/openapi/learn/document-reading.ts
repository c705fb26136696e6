import type { Profile } from '../../../../contract/profile/profile.ts'
import { isObject, type JsonPointer } from '../../../../contract/wire/json-pointer.ts'
import type { DocumentedId } from '../../../../contract/wire/operations.ts'
import { clipped, type DocumentSighting, EXCERPT_CHARACTERS, type Finding } from '../../finding.ts'
import type { FindingsStore } from '../../findings-store.ts'
import { type ApiDocument, type Node, placeOf } from '../document/api-document.ts'
import type { ApiOperation, JsonContent } from '../document/api-operation.ts'
import type { FoundOperations } from '../document/find-operations.ts'
import type { SampleBody } from '../document/sample.ts'

/** What an operation answers when it succeeds, as the document describes it. */
export type Described = {
  readonly operation: ApiOperation
  /** Undefined if the document shows no JSON. */
  readonly content: JsonContent | undefined
  readonly sample: SampleBody
}

/** A document that is being read, which each part of the search receives. */
export type Reading = {
  readonly api: ApiDocument
  readonly operations: FoundOperations
  readonly described: Readonly<Partial<Record<DocumentedId, Described>>>
  /** The profile that the search starts from. */
  readonly start: Profile
  readonly findings: FindingsStore
}

/** Where a place of a body is described: its schemas, else the example that shows it. */
export function nodesAt({ sample, content, operation }: Described, pointer: JsonPointer): readonly Node[] {
  const nodes = sample.shapes.get(pointer)?.nodes ?? []
  return nodes.length > 0 ? nodes : [content?.node ?? operation.node]
}

type Learnt = Pick<Finding, 'key' | 'value' | 'reason'> & {
  readonly isCertain: boolean
  readonly nodes: readonly Node[]
}

/** Records an answer. Where the document is one of this kit, its own marks say whether the answer is assumed. */
export function learn({ findings }: Reading, { isCertain, nodes, reason, ...answer }: Learnt): void {
  const marks = nodes.flatMap(marksOf).filter(({ key }) => `${answer.key}.`.startsWith(`${key}.`))
  const isAssumed = marks.some(({ provenance }) => provenance === 'assumed')
  findings.found({
    ...answer,
    provenance: (marks.length > 0 ? !isAssumed : isCertain) ? 'observed' : 'assumed',
    source: 'openapi',
    reason: isAssumed ? `${reason} The document itself says that this is assumed.` : reason,
    seen: sightings(nodes, findings.clean),
    // Key and value come together, from one finding.
  } as Finding)
}

/** Records what the document does not say, and the places that were considered. */
export function miss(
  { findings }: Reading,
  key: Finding['key'],
  reason: string,
  nodes: readonly Node[] = [],
): void {
  findings.missed({ key, reason, seen: sightings(nodes, findings.clean) })
}

const MOST_SIGHTINGS = 3

/** What some nodes say, without keys. */
export function sightings(
  nodes: readonly Node[],
  clean: (text: string) => string,
): readonly DocumentSighting[] {
  const distinct = [...new Map(nodes.map((node) => [placeOf(node), node])).values()]
  return distinct.slice(0, MOST_SIGHTINGS).map(({ file, pointer, value }) => ({
    document: clean(file),
    pointer: clean(pointer),
    excerpt: clipped(clean(JSON.stringify(value) ?? ''), EXCERPT_CHARACTERS),
  }))
}

type Mark = { readonly key: string; readonly provenance: string }

/** The keys of the profile that a node of this kit's own documents is marked with. */
export function marksOf({ value }: Node): readonly Mark[] {
  const marks = isObject(value) && Object.hasOwn(value, 'x-assumption') ? [value['x-assumption']].flat() : []
  return marks.filter(isObject).map(({ profileKey, provenance }) => ({
    key: String(profileKey),
    provenance: String(provenance),
  }))
}
