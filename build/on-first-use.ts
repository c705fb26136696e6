import type { Plugin } from 'rolldown'
import { parseSync, Visitor } from 'rolldown/utils'

/** How the bundler writes that a chunk of CommonJS requires a file: at its head, in one or two lines. */
const REQUIRED =
  /^(?:const|let) (?<name>\w+) = (?<file>require\("[^"\n]+"\));\n(?:\k<name> = (?<interop>[\w.]+)\(\k<name>, 1\);\n)?/gm

type Required = { readonly name: string; readonly file: string; readonly interop?: string }

/**
 * Has every file that a chunk requires be loaded when something of it is used first, not before the chunk runs. That
 * goes for the modules of Node as for the other chunks: each of them costs a start some time, and few are needed by it.
 */
export function onFirstUse(): Plugin {
  return { name: 'on-first-use', renderChunk: deferred }
}

/**
 * A chunk that requires nothing before it is used.
 *
 * @throws {Error} for a chunk that hands a whole file on: nobody would see when something of it is used.
 */
export function deferred(code: string): string {
  const names = new Set<string>()
  const text = code.replaceAll(REQUIRED, (...match) => {
    const { name, file, interop } = match.at(-1) as Required
    names.add(name)
    const loaded = interop === undefined ? file : `${interop}(${file}, 1)`
    return `let ${name}$loaded;\nconst ${name} = () => ${name}$loaded ??= ${loaded};\n`
  })
  // In brackets, or `new` would take the call for its own.
  return usesOf(names, text).reduceRight(
    (rest, { start, end, name }) => `${rest.slice(0, start)}(${name}())${rest.slice(end)}`,
    text,
  )
}

type Use = { readonly start: number; readonly end: number; readonly name: string }

/** Where a member of a file is read, in order. The bundler gives nothing else in a chunk the name of a file. */
function usesOf(names: ReadonlySet<string>, text: string): Use[] {
  const named: Use[] = []
  const read = new Set<number>()
  const labels = new Set<number>()
  new Visitor({
    Identifier: ({ name, start, end }) => {
      if (names.has(name)) named.push({ name, start, end })
    },
    MemberExpression({ object, property, computed }) {
      read.add(object.start)
      if (!computed) labels.add(property.start)
    },
    Property: ({ key, shorthand }) => void (shorthand || labels.add(key.start)),
    VariableDeclarator: ({ id }) => void labels.add(id.start),
  }).visit(parseSync('chunk.cjs', text).program)
  const uses = named.filter(({ start }) => !labels.has(start))
  const whole = uses.find(({ start }) => !read.has(start))
  if (whole !== undefined)
    throw new Error(`${whole.name} is handed on as a whole: import what is used of it by name.`)
  return uses
}
