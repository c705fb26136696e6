import { kindOf } from './kinds.ts'
import { type Cut, countKind, emptyShape, memberOf, type Names, type Shape } from './shape.ts'

/** As deep as a body is looked at; `/data/order/order/status` is four deep. */
export const DEEPEST = 12
/** As many fields of one answer are looked at. */
const MOST_FIELDS_OF_A_BODY = 2000

type Walk = { readonly names: Names; fieldsLeft: number; depth: number }

/**
 * The shape of one body, parsed from JSON. Linear in its length; what it remembers is bounded.
 *
 * @param body `undefined` for a body that is not JSON.
 */
export function shapeOf(body: unknown, names: Names): Shape {
  const shape = emptyShape()
  addValue(shape, body, { names, fieldsLeft: MOST_FIELDS_OF_A_BODY, depth: 0 })
  return shape
}

function addValue(shape: Shape, value: unknown, walk: Walk): void {
  countKind(shape, kindOf(value))
  if (typeof value !== 'object' || value === null) return
  if (walk.depth === DEEPEST) {
    if (Object.keys(value).length > 0) shape.cut.add('depth' satisfies Cut)
    return
  }
  walk.depth += 1
  if (Array.isArray(value)) addItems(shape, value, walk)
  else addMembers(shape, value as Readonly<Record<string, unknown>>, walk)
  walk.depth -= 1
}

function addItems(shape: Shape, items: readonly unknown[], walk: Walk): void {
  if (items.length === 0) return
  shape.items ??= newField(shape, walk)
  if (shape.items === undefined) return
  for (const item of items) addValue(shape.items, item, walk)
}

function addMembers(shape: Shape, object: Readonly<Record<string, unknown>>, walk: Walk): void {
  for (const name of Object.keys(object)) {
    const member = memberOf(shape, name, walk.names, () => newField(shape, walk))
    if (member !== undefined) addValue(member, object[name], walk)
  }
}

function newField(parent: Shape, walk: Walk): Shape | undefined {
  if (walk.fieldsLeft === 0) {
    parent.cut.add('fields' satisfies Cut)
    return undefined
  }
  walk.fieldsLeft -= 1
  return emptyShape()
}
