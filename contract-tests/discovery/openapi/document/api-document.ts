import { posix } from 'node:path'
import { type Document, isScalar, LineCounter, parseDocument, type Scalar, visit } from 'yaml'
import { parseJson } from '../../../../contract/text/parse-json.ts'
import {
  childPointer,
  isObject,
  type JsonPointer,
  pointerTokens,
} from '../../../../contract/wire/json-pointer.ts'
import { decodePart } from '../../../../contract/wire/path-template.ts'

/** A document that can't be read. The message names the place, what was found there, and what to do. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}

export type Node = {
  /** The name of its file, relative to the folder of the first one. */
  readonly file: string
  readonly pointer: JsonPointer
  readonly value: unknown
}

/** Reads the text of a file by its name. Throws a {@link DocumentError} for one that can't be read. */
export type ReadFile = (name: string) => string

const MOST_FILES = 200
const LONGEST_CHAIN = 50
/** A text is searched for phrases, which takes time. */
const LONGEST_TEXT = 5000
/** A few references that refer to one another many times may spread to any number of values. */
const MOST_STEPS = 200_000

/**
 * An OpenAPI document in one file or several. References are followed when something is asked for, so that every value
 * keeps the place where it was written.
 */
export class ApiDocument {
  readonly root: Node
  readonly #read: ReadFile
  readonly #files = new Map<string, unknown>()
  #steps = 0
  #chain = 0

  constructor(file: string, read: ReadFile) {
    this.#read = read
    this.root = { file, pointer: '', value: this.#content(file) }
  }

  /**
   * What a node refers to, through any number of references; itself if it is none.
   *
   * @throws {DocumentError} for a reference that leads nowhere, around in a circle, or out of the folder.
   */
  resolved(node: Node): Node {
    if (!isReference(node.value)) return node
    if (this.#chain === LONGEST_CHAIN)
      throw new DocumentError(`${placeOf(node)}: this $ref leads around in a circle. Refer to a value.`)
    this.#chain += 1
    try {
      return this.resolved(this.#target(node, node.value.$ref))
    } finally {
      this.#chain -= 1
    }
  }

  /** A member, with references followed; undefined if there is none. */
  child(node: Node, ...names: readonly string[]): Node | undefined {
    return names.reduce<Node | undefined>((at, name) => at && this.#member(at, name), this.resolved(node))
  }

  /** The members of an object or a list, by their names; references in them are not followed. None of nothing. */
  members(node: Node | undefined): readonly (readonly [name: string, member: Node])[] {
    if (node === undefined) return []
    const { value, ...place } = this.resolved(node)
    this.#count(node)
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).map(([name, member]) => [
      name,
      { file: place.file, pointer: childPointer(place.pointer, name), value: member },
    ])
  }

  /** The text of a member, as far as it is worth reading; undefined if it is none. */
  text(node: Node | undefined, name: string): string | undefined {
    const value = node && this.child(node, name)?.value
    return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : undefined
  }

  #member(node: Node, name: string): Node | undefined {
    this.#count(node)
    const { file, pointer, value } = node
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    // An own member of an object or a list.
    const member = (value as Readonly<Record<string, unknown>>)[name]
    return this.resolved({ file, pointer: childPointer(pointer, name), value: member })
  }

  #target(from: Node, reference: string): Node {
    const [address = '', fragment = ''] = reference.split('#', 2)
    const refuse = (found: string) =>
      new DocumentError(`${placeOf(from)}: the $ref ${JSON.stringify(reference)} ${found}`)
    if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(address))
      throw refuse(
        'leads to another place. Nothing is fetched: put a copy beside the document, and refer to that.',
      )
    const written = decodePart(address)
    const file = address === '' ? from.file : posix.join(posix.dirname(from.file), written)
    if (file.startsWith('../') || /^[/\\]/.test(written))
      throw refuse('leads out of the folder of the document. Put the file into that folder.')
    const pointer = decodePart(fragment)
    if (pointer !== '' && !pointer.startsWith('/'))
      throw refuse(
        'names an anchor. Refer to the value by a JSON Pointer, such as #/components/schemas/Order.',
      )
    const found = pointerTokens(pointer).reduce<Node | undefined>(
      (at, token) => at && this.#member(this.resolved(at), token),
      { file, pointer: '', value: this.#content(file, from) },
    )
    if (found === undefined) throw refuse('leads to nothing. Correct it, or add what it names.')
    return found
  }

  #content(file: string, from?: Node): unknown {
    const known = this.#files.get(file)
    if (known !== undefined) return known
    if (this.#files.size === MOST_FILES)
      throw new DocumentError(`${file}: the document has more than ${MOST_FILES} files. Bundle it into one.`)
    let text: string
    try {
      text = this.#read(file)
    } catch (cause) {
      if (!(cause instanceof DocumentError) || from === undefined) throw cause
      throw new DocumentError(`${placeOf(from)}: its $ref: ${cause.message}`, { cause })
    }
    const content = parseText(text, file)
    this.#files.set(file, content)
    return content
  }

  #count(node: Node): void {
    this.#steps += 1
    if (this.#steps > MOST_STEPS)
      throw new DocumentError(
        `${placeOf(node)}: the references of this document spread to more than ${MOST_STEPS} values. Give it fewer references within references.`,
      )
  }
}

/** A place as it is printed: `api.yaml#/paths/~1ping`. */
export function placeOf({ file, pointer }: Pick<Node, 'file' | 'pointer'>): string {
  return `${file}#${pointer}`
}

function isReference(value: unknown): value is { readonly $ref: string } {
  return isObject(value) && Object.hasOwn(value, '$ref') && typeof value.$ref === 'string'
}

/**
 * The version of the format that a document is written in, such as `OpenAPI 3.1.0`.
 *
 * @throws {DocumentError} for another format or version.
 */
export function versionOf(api: ApiDocument): string {
  const [openapi, swagger] = ['openapi', 'swagger'].map((name) => api.child(api.root, name)?.value)
  const { file } = api.root
  if (openapi === undefined && swagger === undefined)
    throw new DocumentError(
      `${file}: found neither "openapi" nor "swagger" at its top. Name an OpenAPI document, of 3.0 to 3.2, or Swagger 2.0.`,
    )
  if (openapi === undefined && /^2(?:\.0)?$/.test(String(swagger))) return 'Swagger 2.0'
  if (/^3\.[012](?:\.|$)/.test(String(openapi))) return `OpenAPI ${String(openapi)}`
  throw new DocumentError(
    `${file}#/${openapi === undefined ? 'swagger' : 'openapi'}: found ${JSON.stringify(openapi ?? swagger)}, expected OpenAPI 3.0 to 3.2, or Swagger 2.0. Convert the document.`,
  )
}

/** The base addresses that a document names, without a slash at their end; variables have their defaults. */
export function baseAddresses(api: ApiDocument): readonly string[] {
  const text = (name: string) => api.text(api.root, name) ?? ''
  const servers = api.members(api.child(api.root, 'servers')).map(([, server]) => {
    const defaultOf = (name: string) => api.child(server, 'variables', name, 'default')?.value
    const url = api.text(server, 'url') ?? ''
    return url.replaceAll(/\{([^{}]*)\}/g, (written, name: string) => String(defaultOf(name) ?? written))
  })
  const scheme = api.members(api.child(api.root, 'schemes'))[0]?.[1].value ?? 'https'
  const origin = text('host') === '' ? '' : `${String(scheme)}://${text('host')}`
  return [...servers, origin + text('basePath')]
    .map((url) => url.replace(/\/+$/, ''))
    .filter((url) => url !== '')
}

/** Aliases of YAML may multiply what a file holds: more values than this are not read. */
const MOST_ALIASES = 10_000

/**
 * The object that a file holds, written as JSON or YAML.
 *
 * @param file what to call it in an error.
 * @throws {DocumentError} with line and column, for a text that is neither.
 */
export function parseText(text: string, file: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text.replace(/^\uFEFF/, '')) ?? parsedYaml(text, file)
  if (isObject(value)) return value
  throw new DocumentError(`${file}: found no object. An OpenAPI document is one, as JSON or YAML.`)
}

function parsedYaml(text: string, file: string): unknown {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    merge: true,
    prettyErrors: false,
    // The parser compares each key with every other one: a large file would take minutes.
    uniqueKeys: false,
    logLevel: 'error',
  })
  const doubled = doubledKey(document)
  const [error = doubled && { pos: doubled.range ?? [0], message: 'Map keys must be unique' }] =
    document.errors
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0])
    throw new DocumentError(
      `${file}:${line}:${col}: ${error.message.replace(/\.?$/, '.')} Correct the file there.`,
    )
  }
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES })
  } catch (cause) {
    throw new DocumentError(`${file}: ${(cause as Error).message}. Write out some of its aliases.`, { cause })
  }
}

function doubledKey(document: Document): Scalar | undefined {
  let found: Scalar | undefined
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      const keys = items.map(({ key }) => key).filter((key) => isScalar(key))
      found = keys.find(({ value }) => seen.size === seen.add(value).size)
      return found && visit.BREAK
    },
  })
  return found
}
