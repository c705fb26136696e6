import { pointerTokens } from '../../../contract/wire/json-pointer.ts'

/** A change of a value; undefined removes it. */
type Change = (value: unknown) => unknown

/**
 * A document in which the value at a pointer is another; the same document if there is none.
 *
 * @example
 * changedAt({ data: { status: 'ok' } }, '/data/status', () => undefined) // { data: {} }
 */
export function changedAt(document: unknown, pointer: string, change: Change): unknown {
  return changedBelow(document, pointerTokens(pointer), change)
}

function changedBelow(node: unknown, [token, ...rest]: readonly string[], change: Change): unknown {
  if (token === undefined) return change(node)
  if (!isContainer(node) || !Object.hasOwn(node, token)) return node
  const entries = Object.entries(node).map(([name, value]): [string, unknown] => [
    name,
    name === token ? changedBelow(value, rest, change) : value,
  ])
  if (Array.isArray(node)) return entries.map(([, value]) => value)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** A document in which every object, at any depth, is another one: the innermost first. */
export function changedObjects(
  node: unknown,
  change: (members: readonly (readonly [string, unknown])[]) => readonly (readonly [string, unknown])[],
): unknown {
  if (Array.isArray(node)) return node.map((one) => changedObjects(one, change))
  if (!isContainer(node)) return node
  const members = Object.entries(node).map(([name, value]) => [name, changedObjects(value, change)] as const)
  return Object.fromEntries(change(members))
}

function isContainer(node: unknown): node is object {
  return typeof node === 'object' && node !== null
}
