import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OutputOptions, type Plugin, rolldown } from 'rolldown'
import { licencesOf } from './licences.ts'
import { onFirstUse } from './on-first-use.ts'

/**
 * Puts the executable, and the command that somebody waits for, into a few files, with the dependencies that they
 * load: a start pays for every file that it opens. The compiler has been there before.
 */

const CLI = fileURLToPath(new URL('../dist/cli', import.meta.url))

/** Loaded only when they are used, never before the first answer. */
const ON_DEMAND = /^(?:node:|#|pg$)/

/** Every command but `mock` stays as the compiler left it, and loads what it needs from there. */
const OTHER_COMMANDS = /[/\\]commands[/\\](?!mock[/\\])[a-z]+[/\\]run\.js$/

/** It reads the file beside it. */
const PAGE_SCRIPT = /[/\\]mock-server[/\\]page-script\.js$/

/** What makes the documents of the contract: a mock loads it when it is asked for one. */
const DOCUMENTS = /(?:\.\.|dist)[/\\]openapi[/\\]/

const STORES = /[/\\]mock-server[/\\]store[/\\](?:sqlite|postgres)[/\\]/
/** The rules, which the first question about a key loads. */
const JUDGE = /\/certification\/|\/judge-history\./
const TLS = /[/\\]mock-server[/\\]tls[/\\]|[/\\]cli[/\\]files[/\\]certificate\./
const READERS = /[/\\]node_modules[/\\](?:zod|jsonc-parser)[/\\]/

type Chunking = Exclude<Extract<OutputOptions['codeSplitting'], object>['groups'], undefined>[number]

/**
 * A start needs one file. What it may do without has files of its own: the stores and TLS, which are imported; and the
 * readers of files with the schemas, which are loaded when somebody's own file is first read and checked against them.
 */
const CHUNKS: Chunking = {
  debugName: 'start',
  name: (id, graph) => {
    if (STORES.test(id) || TLS.test(id) || JUDGE.test(id)) return null
    const imported = graph.getModuleInfo(id)?.importedIds ?? []
    return [id, ...imported].some((file) => READERS.test(file)) ? 'schemas' : 'process'
  },
}

/** The name and version of this package as they are when it is built: no start has to read them. */
function toolAsBuilt(): Plugin {
  const { name, version } = JSON.parse(readFileSync(join(CLI, '../../package.json'), 'utf8'))
  const code = `export const TOOL = ${JSON.stringify({ name, version })}`
  return {
    name: 'tool-as-built',
    load: (id) => (id === join(CLI, '../contract/report/kit.js') ? code : null),
  }
}

const bundle = await rolldown({
  input: join(CLI, 'process.js'),
  platform: 'node',
  // The other form of `jsonc-parser` requires its files in a way that no bundler sees.
  resolve: { mainFields: ['module', 'main'] },
  preserveEntrySignatures: 'allow-extension',
  external: [ON_DEMAND, OTHER_COMMANDS, PAGE_SCRIPT, DOCUMENTS],
  plugins: [toolAsBuilt(), onFirstUse()],
  onLog: (_, { message }) => {
    throw new Error(`The start path can't be bundled as it is: ${message}`)
  },
})
const { output } = await bundle.write({
  dir: CLI,
  // Modules would load what they import before they run, however little of it is used.
  format: 'cjs',
  strict: true,
  entryFileNames: 'start/[name].cjs',
  chunkFileNames: 'start/[name].cjs',
  codeSplitting: { includeDependenciesRecursively: false, groups: [CHUNKS] },
  comments: { legal: true },
  // Less text loads faster. Names stay, so that stack traces are readable.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
})
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
writeFileSync(join(CLI, 'start', 'LICENSES.txt'), licencesOf(modules))
copyFileSync(fileURLToPath(new URL('launcher.js', import.meta.url)), join(CLI, 'main.js'))
