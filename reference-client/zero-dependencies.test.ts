import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from './clock.ts'
import { found, LOOKUP, ORDER, purchased, stage } from './testing/client-under-test.fixture.ts'

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

test('the client buys where the platform has no Promise.withResolvers, as in Node 20', async () => {
  const { withResolvers } = Promise
  Reflect.deleteProperty(Promise, 'withResolvers')
  onTestFinished(() => void Object.assign(Promise, { withResolvers }))
  const script = { 'POST /orders': [purchased('PROCESSING', 0)], [LOOKUP]: [found('COMPLETED')] }
  const { client } = stage(script, { clock: systemClock })
  expect((await client.purchase(ORDER)).outcome).toBe('success')
})
