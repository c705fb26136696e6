import type { JsonPointer } from '../../../../contract/wire/json-pointer.ts'
import { PROCESSING } from '../../../../contract/wire/processing.ts'
import { findCatalogue } from '../../findings/find-catalogue.ts'
import { placesBelowData } from '../../findings/places.ts'
import type { Node } from '../document/api-document.ts'
import { admits, placeListing, presenceOf, type SampleBody, typesAt } from '../document/sample.ts'
import { type Described, nodesAt } from '../learn/document-reading.ts'

/** A part of a document, and what contradicts a clause there; null for nothing. */
export type DocumentRemark = readonly [nodes: readonly Node[], problem: string | null]

/** What a document says of what one operation answers. */
export type ReadAnswer = (described: Described) => readonly DocumentRemark[]

/** The `data` object of an answer (§2). */
export function envelope(described: Described): readonly DocumentRemark[] {
  const { sample } = described
  const presence = presenceOf(sample, '/data')
  if (presence === 'open') return []
  if (presence === 'absent') return [[nodesAt(described, ''), 'Its answer has no member data.']]
  const types = typesAt(sample, '/data')
  const problem =
    types.includes('object') || types.length === 0
      ? null
      : `Its data is of the type ${types.join(' or ')}, not an object.`
  return [[nodesAt(described, '/data'), problem]]
}

/** A field of ping (§2), which may have a documented value. */
export function fieldOf(name: 'status' | 'mode', value: string): ReadAnswer {
  return (described) => {
    const { sample } = described
    if (presenceOf(sample, '/data') !== 'there') return []
    const places = placesBelowData(sample.body).filter((place) => place.name === name)
    const fitting = places.find((place) => place.value === value)?.pointer
    const renamed = places.length === 0 ? placeListing(sample, value) : undefined
    const found = fitting ?? renamed
    if (found !== undefined) return [[nodesAt(described, found), null]]
    const [first] = places
    if (first !== undefined) {
      const shape = sample.shapes.get(first.pointer)
      if (shape === undefined || admits(shape, value)) return []
      const listed = shape.values ?? shape.types ?? shape.patterns
      return [
        [
          shape.nodes,
          `Its ${name} can not be ${JSON.stringify(value)}: it is ${listed.map((one) => JSON.stringify(one)).join(', ')}.`,
        ],
      ]
    }
    return isListed(sample) ? [[nodesAt(described, '/data'), `Its data has no ${name}.`]] : []
  }
}

/** The entries of the catalogue (§2). */
export function catalogue(described: Described): readonly DocumentRemark[] {
  const { sample } = described
  const found = findCatalogue(sample.body)
  if (found !== undefined) return [[nodesAt(described, found.pointer), null]]
  return placesBelowData(sample.body)
    .filter(({ pointer, value }) => Array.isArray(value) && presenceOf(sample, `${pointer}/0/sku`) !== 'open')
    .slice(0, 1)
    .map(({ pointer }): DocumentRemark => {
      const types = typesAt(sample, `${pointer}/0/sku`)
      const found = types.length === 0 ? 'no sku' : `a sku of the type ${types.join(' or ')}, not a string`
      return [nodesAt(described, `${pointer}/0`), `The entries of ${pointer} have ${found}.`]
    })
}

/** The position of a summary (§4.1), and where it is if not there. */
export function summaryPlace(pointer: JsonPointer, elsewhere: JsonPointer): ReadAnswer {
  return (described) => {
    const { sample } = described
    const presence = presenceOf(sample, `${pointer}/status`)
    // An answer without data is named as such.
    if (presence === 'open' || presenceOf(sample, '/data') === 'absent') return []
    if (presence === 'there') return [[nodesAt(described, pointer), null]]
    const flat = [elsewhere, '/data', ''].find((place) => presenceOf(sample, `${place}/status`) === 'there')
    const found = flat === undefined ? 'there is no status' : `its status is at ${flat}/status`
    return [[nodesAt(described, flat ?? '/data'), `The summary is not at ${pointer}: ${found}.`]]
  }
}

const LIKE_PROCESSING = /PEND|PROGRESS|QUEUE|WAIT/i

/** The interval of a summary (§3.1). */
export function pollAfterAt(pointer: JsonPointer): ReadAnswer {
  return (described) => {
    const { sample } = described
    if (presenceOf(sample, `${pointer}/status`) !== 'there') return []
    const states = sample.shapes.get(`${pointer}/status`)?.values
    const other =
      states?.includes(PROCESSING) === false && states.find((state) => LIKE_PROCESSING.test(String(state)))
    if (other)
      return [
        [
          nodesAt(described, `${pointer}/status`),
          `An order under way is ${String(other)}, not ${PROCESSING}.`,
        ],
      ]
    const place = `${pointer}/pollAfterSeconds`
    const presence = presenceOf(sample, place)
    if (presence === 'open') return []
    if (presence === 'absent') return [[nodesAt(described, pointer), 'Its summary has no pollAfterSeconds.']]
    const types = typesAt(sample, place)
    const isNumber = types.length === 0 || types.includes('number') || types.includes('integer')
    return [
      [
        nodesAt(described, place),
        isNumber
          ? null
          : `Its pollAfterSeconds is of the type ${types.join(' or ')}, not a number of seconds.`,
      ],
    ]
  }
}

/** Whether every object below `data` lists its members. */
function isListed(sample: SampleBody): boolean {
  return [{ pointer: '/data' }, ...placesBelowData(sample.body)].every(({ pointer }) => {
    const types = typesAt(sample, pointer)
    return (
      !(types.includes('object') || types.length === 0) || presenceOf(sample, `${pointer}/-`) === 'absent'
    )
  })
}
