import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test, vi } from 'vitest'

const PAGE = readFileSync(new URL('../docs/openapi.md', import.meta.url), 'utf8')

test('the example of docs/openapi.md prints what its comments say', async () => {
  const [, code = ''] = /```ts\n(.*?)```/s.exec(PAGE) ?? []
  const expected = Array.from(code.matchAll(/ \/\/ (.*)$/gm), ([, text]) => text)
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const entry = new URL('public.ts', import.meta.url).href
  const runnable = stripTypeScriptTypes(code).replace('partner-purchase-kit/openapi', entry)
  await import(`data:text/javascript,${encodeURIComponent(runnable)}`)
  const printed = log.mock.calls.map(([value]) => String(value))
  log.mockRestore()
  expect(expected.length).toBe(3)
  expect(printed).toEqual(expected)
})
