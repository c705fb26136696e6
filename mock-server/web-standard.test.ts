import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm
const TYPES_ONLY = /^(?:import|export) type /

/** What the code of a module imports: types are gone when it runs. */
function importsOf(module: URL): string[] {
  if (!module.pathname.endsWith('.ts')) return []
  const source = readFileSync(module, 'utf8')
  return Array.from(source.matchAll(IMPORT))
    .filter(([statement]) => !TYPES_ONLY.test(statement))
    .map(([, specifier = '']) => specifier)
}

/** Everything that a module imports, itself or through its own files. */
function everythingBehind(entry: URL): { files: Set<string>; packages: Set<string> } {
  const [files, packages] = [new Set<string>(), new Set<string>()]
  const waiting = [entry]
  for (const module of waiting) {
    if (files.has(module.href)) continue
    files.add(module.href)
    for (const specifier of importsOf(module)) {
      if (specifier.startsWith('.')) waiting.push(new URL(specifier, module))
      else packages.add(specifier)
    }
  }
  return { files, packages }
}

function isForNodeAlone(specifier: string): boolean {
  return specifier.startsWith('node:') || specifier.startsWith('@hono/node-server')
}

test.each(['app.ts', 'fetch.ts', 'msw.ts'])(
  '%s is made of web-standard APIs only: nothing behind it is for Node alone',
  (entry) => {
    const { files, packages } = everythingBehind(new URL(entry, import.meta.url))
    expect(files.size).toBeGreaterThan(20)
    expect([...packages]).toContain('hono')
    expect([...packages].filter(isForNodeAlone)).toEqual([])
  },
)

test('neither the app nor the server loads what only makes fixtures', () => {
  for (const entry of ['app.ts', 'public.ts']) {
    const { packages } = everythingBehind(new URL(entry, import.meta.url))
    expect([...packages]).not.toContain('@faker-js/faker')
    expect([...packages]).not.toContain('@msw/data')
  }
})

test('the server is for Node: the walk does find what it looks for', () => {
  const { packages } = everythingBehind(new URL('serve.ts', import.meta.url))
  expect([...packages].filter(isForNodeAlone)).toContain('@hono/node-server')
})
