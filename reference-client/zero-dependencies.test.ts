import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const IMPORT = /^(?:import|export)(?! type)(?:[\w\s{},*]+from)? '([^']+)'|\bimport\('([^']+)'/gm

/** The modules that a file loads at run time: its types are gone by then. */
function loadedBy(file: URL): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(
    ([, named = '', dynamic = '']) => named + dynamic,
  )
}

test('the client loads no package, and nothing of Node: a browser could run it', () => {
  const files = new Set([new URL('public.ts', import.meta.url).href])
  const packages: string[] = []
  for (const file of files) {
    for (const specifier of loadedBy(new URL(file))) {
      if (specifier.startsWith('.')) files.add(new URL(specifier, file).href)
      else packages.push(specifier)
    }
  }
  expect(files.size).toBeGreaterThan(20)
  expect(packages).toEqual([])
})
