import { expect, test } from 'vitest'
import { CLIENT_CLAUSES } from '../contract/reference/client-clauses.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { BROKEN_CLIENTS } from './broken/variations.mjs'

const CLAUSES = Object.keys(CLIENT_CLAUSES)
const SKUS: readonly string[] = SCENARIOS.map(({ sku }) => sku)

test.each(CLAUSES)('some client breaks %s', (clause) => {
  expect(BROKEN_CLIENTS.filter(({ breaks }) => breaks === clause)).not.toEqual([])
})

test.each(BROKEN_CLIENTS)('$name names clauses and scenarios that there are', (client) => {
  expect(CLAUSES).toContain(client.breaks)
  expect(SKUS).toEqual(expect.arrayContaining([...client.scenarios]))
  expect(client.scenarios).not.toEqual([])
})

test('no two broken clients have one name', () => {
  const names = BROKEN_CLIENTS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
