import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundleDashboard } from './write-dashboard.ts'

test('the page of the mock is one file of at most 40 kB, compressed', async () => {
  const { code, modules } = await bundleDashboard()
  expect(gzipSync(code).byteLength).toBeLessThanOrEqual(40_000)
  expect(modules.filter((path) => /node_modules[/\\]zod/.test(path))).toEqual([])
})
