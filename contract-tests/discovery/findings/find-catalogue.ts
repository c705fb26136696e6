import { product } from '../../../contract/wire/bodies.ts'
import type { JsonPointer } from '../../../contract/wire/json-pointer.ts'
import { type Place, placesBelowData } from './places.ts'

/** The position of the catalogue. */
export type CataloguePlace = {
  readonly pointer: JsonPointer
  readonly skus: readonly string[]
  /** Whether it is in an entry of a list: then the list's other entries may have the rest of the catalogue. */
  readonly isInList: boolean
  /** Other lists whose entries have a sku. */
  readonly others: readonly JsonPointer[]
}

type List = { readonly place: Place; readonly skus: readonly string[] }

/**
 * Finds the catalogue: the list whose entries have a string `sku` (§2); of several the longest, then the least deep.
 * One inside an entry of another list comes last.
 *
 * @param body the body of a served `GET /products`.
 */
export function findCatalogue(body: unknown): CataloguePlace | undefined {
  const lists = placesBelowData(body)
    .map((place): List => ({ place, skus: skusOf(place.value) }))
    .filter(({ skus }) => skus.length > 0)
    .sort(byLength)
  const [first, ...others] = lists
  if (first === undefined) return undefined
  const { pointer, isInList } = first.place
  return { pointer, skus: first.skus, isInList, others: others.map(({ place }) => place.pointer) }
}

/** A stable sort: of equal lists, the least deep stays first. */
function byLength(one: List, other: List): number {
  return Number(one.place.isInList) - Number(other.place.isInList) || other.skus.length - one.skus.length
}

function skusOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry) => {
    const parsed = product.safeParse(entry)
    return parsed.success ? [parsed.data.sku] : []
  })
}
