import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const IMPORT = /^(?:import|export)(?! type)(?:[\w\s{},*]+from)? '([^']+)'|\bimport\('([^']+)'/gm

/** The modules that a file of this folder loads at run time. */
function loadedBy(file: string): string[] {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  return [...source.matchAll(IMPORT)].map(([, named = '', dynamic = '']) => named + dynamic)
}

test.each([
  ['./', /^\.\/(?:(?:errors|http)\/)?[\w-]+\.ts$/],
  ['./http/', /^(?:\.|\.\.|\.\.\/errors)\/[\w-]+\.ts$/],
  ['./errors/', /^\.\.?\/[\w-]+\.ts$/],
])('the files of %s load nothing but files of the client', (folder, inside) => {
  const files = readdirSync(new URL(folder, import.meta.url)).filter((name) => /^[\w-]+\.ts$/.test(name))
  const loaded = files.flatMap((file) => loadedBy(folder + file).map((path) => `${file} loads ${path}`))
  expect(loaded.length).toBeGreaterThan(10)
  expect(loaded.filter((line) => !inside.test(line.split(' loads ')[1] ?? ''))).toEqual([])
})
