import type { Plugin } from 'rolldown'
import { parseSync, Visitor } from 'rolldown/utils'

/** How the bundler writes a `require` at the head of a chunk: in one or two lines. */
const REQUIRED =
  /^(?:const|let) (?<name>\w+) = (?<file>require\("[^"\n]+"\));\n(?:\k<name> = (?<interop>[\w.]+)\(\k<name>, 1\);\n)?/gm

type Required = { readonly name: string; readonly file: string; readonly interop?: string }

/**
 * Moves every `require` of a chunk to the first use of what it loads, be it another chunk or a module of Node. Each costs
 * a start some time, and a start needs few of them.
 */
export function onFirstUse(): Plugin {
  return { name: 'on-first-use', renderChunk: deferred }
}

/** @throws {Error} for a chunk that passes on a required file as a whole: its first use can't be found. */
export function deferred(code: string): string {
  const names = new Set<string>()
  const text = code.replaceAll(REQUIRED, (...match) => {
    const { name, file, interop } = match.at(-1) as Required
    names.add(name)
    const loaded = interop === undefined ? file : `${interop}(${file}, 1)`
    return `let ${name}$loaded;\nconst ${name} = () => ${name}$loaded ??= ${loaded};\n`
  })
  // In parentheses: `new file().Class()` would call `file` as a constructor.
  return usesOf(names, text).reduceRight(
    (rest, { start, end, name }) => `${rest.slice(0, start)}(${name}())${rest.slice(end)}`,
    text,
  )
}

type Use = { readonly start: number; readonly end: number; readonly name: string }

/** Where a chunk reads a member of a required file, in order. The bundler gives the name of a file to nothing else. */
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
    throw new Error(`${whole.name} is passed on as a whole: import what is used of it by name.`)
  return uses
}
