import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { licencesOf } from './licences.ts'

/**
 * Puts the executable, and the command that somebody waits for, into a few files, with the dependencies that they
 * load: a start pays for every file that it opens. The compiler has been there before.
 */

const CLI = fileURLToPath(new URL('../dist/cli', import.meta.url))

/** Loaded by whoever asks for them, never on the way to the first answer. */
const ON_DEMAND = /^(?:node:|#|pino$|pg$|vitest|supertest$|@msw\/data$|@faker-js\/faker)/

/** Every command but `mock` stays as the compiler left it, and loads what it needs from there. */
const OTHER_COMMANDS = /\/commands\/(?!mock\.)[a-z-]+\.js$/

const SHARED_WITH_STORES =
  /\/dist\/(?:contract\/(?:clock|exchange)|mock-server\/(?:journal|journal-query|memory-store|order|store|world-name|world-time))\.js$/

const bundle = await rolldown({
  input: join(CLI, 'main.js'),
  platform: 'node',
  external: [ON_DEMAND, OTHER_COMMANDS],
  onLog: (_, { message }) => {
    throw new Error(`The start path can't be bundled as it is: ${message}`)
  },
})
const { output } = await bundle.write({
  dir: CLI,
  format: 'es',
  chunkFileNames: 'start/[name].js',
  // What the stores share with the start path would else be a file for each of them that shares it.
  codeSplitting: { groups: [{ name: 'state', test: SHARED_WITH_STORES }] },
  comments: { legal: true },
  // What is not there needn't be read. Names stay, for whoever reads a stack.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
})
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
writeFileSync(join(CLI, 'start', 'LICENSES.txt'), licencesOf(modules))
