import { expect, test } from 'vitest'
import { redact } from '../../contract/text/redact.ts'
import { bodyShape } from './search.ts'

const KEY = 'pk_test_Secret_0123'
const clean = (text: string) => redact(text, [KEY])
const show = (body: unknown, ...shown: string[]) => bodyShape(body, { shown, clean })

test.each([
  [
    { data: { owner: 'Ann', age: 7, ok: true, none: null } },
    '{"data":{"owner":string,"age":number,"ok":boolean,"none":null}}',
  ],
  [{ list: [{ sku: 'A' }, { sku: 'B' }], empty: [] }, '{"list":[{"sku":string} and 1 more],"empty":[0]}'],
  ['text', 'string'],
  [undefined, 'not JSON'],
])('of %j names and types are shown', (body, shape) => {
  expect(show(body)).toBe(shape)
})

test('named values are shown, and come first', () => {
  const body = { data: { owner: 'Ann', service: { id: 7, mode: 'TEST' } } }
  expect(show(body, '/data/service/mode')).toBe(
    '{"data":{"service":{"mode":"TEST","id":number},"owner":string}}',
  )
})

test('a list or an object is never shown whole', () => {
  expect(show({ data: { owner: { name: 'Ann' } } }, '/data/owner')).toBe('{"data":{"owner":{"name":string}}}')
})

test('a key is in no name and in no value', () => {
  const forms = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')]
  const body = { data: { ...Object.fromEntries(forms.map((form) => [form, 1])), mode: `x${KEY}` } }
  const shown = show(body, '/data/mode')
  expect(shown).toContain('"mode":"x[key]","[key]":number')
  expect(forms.filter((form) => shown.includes(form))).toEqual([])
})

test('a wide, a long or a deep body is cut', () => {
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`m${i}`, i]))
  expect(show(wide)).toMatch(/"m11":number,…\}$/)
  expect(show({ mode: 'x'.repeat(500) }, '/mode').length).toBeLessThan(90)
  expect(show({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } })).toContain('{…}')
})
