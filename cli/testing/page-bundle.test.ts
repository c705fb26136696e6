import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { bundleDashboard } from '../../build/write-dashboard.ts'
import { ROOT } from './built-package.fixture.ts'

/** What a page loads of the kit, and the most that it may weigh, minified, in bytes. */
const BUNDLES: readonly (readonly [entry: string, most: number])[] = [
  ['mock-server/msw.ts', 210_000],
  ['reference-client/public.ts', 21_000],
]

test.for(BUNDLES)(
  '%s is at most %d bytes in the bundle of a page, and imports nothing but msw',
  async ([entry, most]) => {
    const bundle = await rolldown({ input: join(ROOT, entry), platform: 'browser', external: ['msw'] })
    const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
    await bundle.close()
    const [{ code, imports, dynamicImports, moduleIds }] = output
    expect([...imports, ...dynamicImports].filter((name) => name !== 'msw')).toEqual([])
    expect(code).not.toMatch(/["'`]node:/)
    // Half of it: zod/mini is made of functions, which a bundler can leave out, where zod has methods.
    expect(moduleIds.filter((id) => id.includes('/zod/v4/classic/'))).toEqual([])
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(most)
  },
)

test('the page of the mock is one file of at most 30 kB, compressed', async () => {
  const { code, modules } = await bundleDashboard()
  expect(gzipSync(code).byteLength).toBeLessThanOrEqual(30_000)
  expect(modules.filter((path) => /node_modules[/\\]zod/.test(path))).toEqual([])
})
