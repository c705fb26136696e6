import { listed } from '../../../../contract/text/listed.ts'
import { DOCUMENTED_OPERATIONS, type DocumentedId } from '../../../../contract/wire/operations.ts'
import type { ApiDocument } from './api-document.ts'
import { type ApiOperation, operationsIn } from './api-operation.ts'
import { DocumentError } from './document-error.ts'

/** The operations of the reference in a document, and the others at their side. */
export type FoundOperations = {
  /** What comes before the paths of the reference: `/v1/partner`, or nothing. */
  readonly prefix: string
  readonly documented: Readonly<Partial<Record<DocumentedId, ApiOperation>>>
  /** Documented paths that are there without their method. */
  readonly otherMethods: Readonly<Partial<Record<DocumentedId, readonly ApiOperation[]>>>
  /** Every other operation with the same prefix: one may be the lookup. */
  readonly others: readonly ApiOperation[]
}

const FEWEST = 2
const MOST_NAMED = 6

/**
 * Finds the operations of the reference (§4), below any prefix.
 *
 * @param wanted the prefix to use, where there are several.
 * @throws {DocumentError} if the operations are not there, or below several prefixes.
 */
export function findOperations(api: ApiDocument, wanted?: string): FoundOperations {
  const all = operationsIn(api)
  const prefixes = new Set(all.flatMap(({ path }) => prefixesOf(path)))
  const ranked = [...prefixes]
    .map((prefix) => belowPrefix(all, prefix))
    .filter(({ prefix }) => wanted === undefined || prefix === wanted)
    .map((found) => ({ found, count: Object.keys({ ...found.otherMethods, ...found.documented }).length }))
    .sort((one, other) => other.count - one.count)
  const [best, next] = ranked
  if (best === undefined || best.count < FEWEST) throw nothingFound(api, all, wanted)
  if (next?.count === best.count) {
    const names = ranked
      .filter(({ count }) => count === best.count)
      .map(({ found }) => JSON.stringify(found.prefix))
    throw new DocumentError(
      `${api.root.file}: found the operations below several prefixes: ${names.join(', ')}. Add --prefix with the one that is meant.`,
    )
  }
  return best.found
}

function belowPrefix(all: readonly ApiOperation[], prefix: string): FoundOperations {
  const documented: Partial<Record<DocumentedId, ApiOperation>> = {}
  const otherMethods: Partial<Record<DocumentedId, ApiOperation[]>> = {}
  const below = all.filter(({ path }) => path.startsWith(prefix))
  for (const { id, method, path } of DOCUMENTED_OPERATIONS) {
    const same = below.filter((one) => isSamePath(one.path.slice(prefix.length), path))
    const found = same.find((one) => one.method === method)
    if (found !== undefined) documented[id] = found
    else if (same.length > 0) otherMethods[id] = same
  }
  const taken = Object.values(documented)
  return { prefix, documented, otherMethods, others: below.filter((one) => !taken.includes(one)) }
}

/** What may come before a documented path that a path ends with. */
function prefixesOf(path: string): readonly string[] {
  const segments = path.split('/')
  return DOCUMENTED_OPERATIONS.flatMap(({ path: known }) => {
    const start = segments.length - (known.split('/').length - 1)
    const [before, tail] = [segments.slice(0, start).join('/'), `/${segments.slice(start).join('/')}`]
    return start > 0 && isSamePath(tail, known) ? [before] : []
  })
}

/** Whether two templates are the same but for the names of their parameters. */
function isSamePath(one: string, other: string): boolean {
  const nameless = (path: string) => path.replaceAll(/\{[^/}]*\}/g, '{}')
  return nameless(one) === nameless(other)
}

function nothingFound(
  api: ApiDocument,
  all: readonly ApiOperation[],
  wanted: string | undefined,
): DocumentError {
  const paths = [...new Set(all.map(({ path }) => path))]
  const found = paths.length === 0 ? 'no paths at all' : listed(paths, MOST_NAMED)
  const known = DOCUMENTED_OPERATIONS.map(({ method, path }) => `${method} ${path}`).join(', ')
  return new DocumentError(
    `${api.root.file}: looked for the operations of the Partner Purchase API${wanted === undefined ? ', below any prefix' : ` below ${JSON.stringify(wanted)}`} (${known}), and found ${found}. Name the document of this API.`,
  )
}
