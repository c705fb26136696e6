import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { licencesOf } from './licences.ts'

/**
 * Puts what a user can import, and every command but `mock`, into about 110 files in place of the 700 of the compiler:
 * npm unpacks an archive twice. Modules with the same users share a file, so that an entry loads what it needs and
 * nothing else, and no class is there twice. The executable has been there before.
 */

const DIST = fileURLToPath(new URL('../dist', import.meta.url))

/** What the executable imports of the package when it is used. */
const ON_DEMAND = /\bimport\(["'`](?<path>\.{1,2}\/[^"'`]+)["'`]\)/g

const { exports, dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(DIST, '../package.json'), 'utf8'),
)
const published = Object.values<string | { default: string }>(exports).flatMap((target) =>
  typeof target === 'string' ? [] : [join(DIST, '..', target.default)],
)
const onDemand = globSync('cli/start/*.cjs', { cwd: DIST }).flatMap((file) =>
  Array.from(readFileSync(join(DIST, file), 'utf8').matchAll(ON_DEMAND), ({ groups }) =>
    join(DIST, file, '..', groups?.path ?? ''),
  ),
)

const installed = Object.keys({ ...dependencies, ...peerDependencies })

const bundle = await rolldown({
  input: Object.fromEntries(
    [...published, ...onDemand].map((file) => [relative(DIST, file).slice(0, -'.js'.length), file]),
  ),
  platform: 'neutral',
  external: (id) => /^(?:node:|#)/.test(id) || installed.some((name) => `${id}/`.startsWith(`${name}/`)),
  onLog: (_, { message }) => {
    throw new Error(`The parts can't be bundled as they are: ${message}`)
  },
})
const { output } = await bundle.write({
  dir: DIST,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[hash].js',
  // A file of a few lines costs an install more than it saves a start: it joins the one with the closest users.
  codeSplitting: {
    groups: [{ name: 'part', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2000 }],
  },
  // What a user reads of them is in the declarations.
  comments: { legal: true, annotation: true, jsdoc: false },
})
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
writeFileSync(join(DIST, 'shared', 'LICENSES.txt'), licencesOf(modules))
const kept = new Set([join('cli/main.js'), ...output.map(({ fileName }) => join(fileName))])
// The data beside the code is part of it.
for (const file of globSync('**/*.{js,json}', { cwd: DIST })) if (!kept.has(file)) rmSync(join(DIST, file))
