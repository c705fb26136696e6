import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OutputOptions, type Plugin, rolldown } from 'rolldown'
import { licencesOf } from './licences.ts'
import { onFirstUse } from './on-first-use.ts'
import { DIST, MANIFEST } from './places.ts'

const CLI = join(DIST, 'cli')

/** What the bundle leaves outside, and loads when it is used. */
const OUTSIDE = [
  /^(?:node:|#|pg$)/,
  // Every command but `mock`.
  /[/\\]commands[/\\](?!mock[/\\])[a-z]+[/\\]run\.js$/,
  // It reads the file beside it.
  /[/\\]mock-server[/\\]page-script\.js$/,
  // What makes the OpenAPI document.
  /(?:\.\.|dist)[/\\]openapi[/\\]/,
]

/** What few mocks are asked for: stores in a database, TLS, and the rules that judge a client. */
const ON_DEMAND =
  /[/\\]store[/\\](?:sql|postgres)|[/\\]mock-server[/\\]tls[/\\]|[/\\]files[/\\]certificate\.|[/\\]certification[/\\]|[/\\]judge-history\./

/** What reads a file of the user, and checks it. */
const READERS = /[/\\]node_modules[/\\](?:zod|jsonc-parser)[/\\]/

type Chunking = Exclude<Extract<OutputOptions['codeSplitting'], object>['groups'], undefined>[number]

/** One file for the start, one for readers and schemas of the user's files, and one for each thing on demand. */
const CHUNKS: Chunking = {
  debugName: 'start',
  name: (id, graph) => {
    if (ON_DEMAND.test(id)) return null
    const imported = graph.getModuleInfo(id)?.importedIds ?? []
    return [id, ...imported].some((file) => READERS.test(file)) ? 'schemas' : 'process'
  },
}

/** Name and version of this package as they are now, so that no start has to read package.json. */
function toolAsBuilt(): Plugin {
  const { name, version } = MANIFEST
  const code = `export const TOOL = ${JSON.stringify({ name, version })}`
  return {
    name: 'tool-as-built',
    load: (id) => (id === join(DIST, 'contract', 'report', 'kit.js') ? code : null),
  }
}

/**
 * Bundles what the compiler made of the executable and of `mock`, with their dependencies, into a few files: a start pays
 * for every file that it opens.
 */
export async function bundleStart(): Promise<void> {
  const bundle = await rolldown({
    input: join(CLI, 'process.js'),
    platform: 'node',
    // The other form of `jsonc-parser` requires its files in a way that no bundler sees.
    resolve: { mainFields: ['module', 'main'] },
    preserveEntrySignatures: 'allow-extension',
    external: OUTSIDE,
    plugins: [toolAsBuilt(), onFirstUse()],
    onLog: (_, { message }) => {
      throw new Error(`The start path can't be bundled as it is: ${message}`)
    },
  })
  const { output } = await bundle.write({
    dir: CLI,
    // ES modules would load everything that they import before they run.
    format: 'cjs',
    strict: true,
    entryFileNames: 'start/[name].cjs',
    chunkFileNames: 'start/[name].cjs',
    codeSplitting: { includeDependenciesRecursively: false, groups: [CHUNKS] },
    comments: { legal: true },
    // Less text loads faster. Names stay, so that stack traces are readable.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  })
  await bundle.close()
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  writeFileSync(join(CLI, 'start', 'LICENSES.txt'), licencesOf(modules))
  copyFileSync(join(import.meta.dirname, 'launcher.js'), join(CLI, 'main.js'))
}
