import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { licencesOf } from './licences.ts'
import { DIST, ENTRIES, MANIFEST } from './places.ts'

/**
 * Bundles what the compiler made of the published entries, and of every command but `mock`. Modules with the same users
 * share a file, so that an entry loads only what it needs, and no class exists twice. Removes what the compiler made.
 */
export async function bundleParts(): Promise<void> {
  const installed = Object.keys({ ...MANIFEST.dependencies, ...MANIFEST.peerDependencies })
  const inputs = [...ENTRIES.map(({ code }) => code), ...importedByStart()]
  const bundle = await rolldown({
    input: Object.fromEntries(inputs.map((file) => [relative(DIST, file).slice(0, -'.js'.length), file])),
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
    // A file of a few lines costs an install more than it saves a start, so it joins the one with the closest users.
    codeSplitting: {
      groups: [{ name: 'part', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2000 }],
    },
    // The declarations have the JSDoc that a user reads.
    comments: { legal: true, annotation: true, jsdoc: false },
  })
  await bundle.close()
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  writeFileSync(join(DIST, 'shared', 'LICENSES.txt'), licencesOf(modules))
  const kept = new Set([join('cli/main.js'), ...output.map(({ fileName }) => join(fileName))])
  for (const file of globSync('**/*.{js,json}', { cwd: DIST })) if (!kept.has(file)) rmSync(join(DIST, file))
}

const IMPORT = /\bimport\(["'`](?<path>\.{1,2}\/[^"'`]+)["'`]\)/g

/** What the bundle of the start imports on demand. */
function importedByStart(): string[] {
  return globSync('cli/start/*.cjs', { cwd: DIST }).flatMap((file) => {
    const imports = readFileSync(join(DIST, file), 'utf8').matchAll(IMPORT)
    return Array.from(imports, ({ groups }) => join(DIST, file, '..', groups?.path ?? ''))
  })
}
