import type { JsonPointer } from '../../../contract/wire/json-pointer.ts'
import { childPointer, isObject } from '../../../contract/wire/json-pointer.ts'

/** How a body is shown: which of its values, and how keys are removed from every text before it is cut. */
export type Showing = {
  readonly shown: readonly JsonPointer[]
  readonly clean: (text: string) => string
}

const DEEPEST = 6
const MOST_MEMBERS = 12
const MOST_CHARACTERS = 60

/**
 * The shape of a body: names and types. Only named values are shown.
 *
 * @param body the body, parsed; undefined when it is not JSON.
 *
 * @example
 * bodyShape({ data: { mode: 'TEST', owner: 'Ann' } }, { shown: ['/data/mode'], clean: redact })
 * // '{"data":{"mode":"TEST","owner":string}}'
 */
export function bodyShape(body: unknown, showing: Showing): string {
  return body === undefined ? 'not JSON' : shapeAt(body, '', showing)
}

function shapeAt(node: unknown, at: JsonPointer, showing: Showing): string {
  if (showing.shown.includes(at) && !isContainer(node)) return quoted(node, showing)
  if (!isContainer(node)) return node === null ? 'null' : typeof node
  const depth = at.split('/').length
  if (Array.isArray(node)) {
    if (node.length === 0 || depth > DEEPEST) return `[${node.length}]`
    return `[${shapeAt(node[0], `${at}/0`, showing)}${node.length > 1 ? ` and ${node.length - 1} more` : ''}]`
  }
  return depth > DEEPEST ? '{…}' : membersAt(node as Readonly<Record<string, unknown>>, at, showing)
}

/** Members that contain a shown value come first: the rest may be cut. */
function membersAt(node: Readonly<Record<string, unknown>>, at: JsonPointer, showing: Showing): string {
  const pointerOf = (name: string) => childPointer(at, name)
  const leads = (name: string) =>
    showing.shown.some((pointer) => `${pointer}/`.startsWith(`${pointerOf(name)}/`))
  const names = Object.keys(node)
  const sorted = [...names.filter(leads), ...names.filter((name) => !leads(name))]
  const members = sorted
    .slice(0, MOST_MEMBERS)
    .map((name) => `${quoted(name, showing)}:${shapeAt(node[name], pointerOf(name), showing)}`)
  return `{${[...members, ...(names.length > MOST_MEMBERS ? ['…'] : [])].join(',')}}`
}

function isContainer(node: unknown): boolean {
  return Array.isArray(node) || isObject(node)
}

function quoted(value: unknown, { clean }: Showing): string {
  const text = clean(JSON.stringify(value) ?? '')
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}
