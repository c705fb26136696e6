import { stripVTControlCharacters, styleText } from 'node:util'
import { expect, test } from 'vitest'
import { plain } from '../terminal/terminal.ts'
import { banner } from './banner.ts'
import { loadSettings } from './settings.ts'

const SETTINGS = loadSettings({}, {})
const AT = {
  url: 'http://127.0.0.1:4010',
  host: '127.0.0.1',
  page: 'http://127.0.0.1:4010/__mock/',
  speed: 1,
  paint: plain,
  width: 80,
}

test.each([80, 100])('a banner fits into %d columns, except for lines to copy', (width) => {
  const lines = banner(SETTINGS, { ...AT, width }).split('\n')
  expect(lines.filter((line) => line.length > width)).toEqual([])
})

test('a banner looks the same in colours', () => {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    styleText(style, text, { validateStream: false })
  const coloured = banner(SETTINGS, { ...AT, paint })
  expect(coloured).not.toBe(banner(SETTINGS, AT))
  expect(stripVTControlCharacters(coloured)).toBe(banner(SETTINGS, AT))
})

test('a banner shows scenarios of your own, and nothing in them moves the cursor', () => {
  const [first] = SETTINGS.scenarios
  if (first === undefined) throw new Error('There is no scenario.')
  const own = { ...first, sku: 'OWN\u001b[2J', name: 'does as it likes' }
  const text = banner({ ...SETTINGS, scenarios: [...SETTINGS.scenarios, own] }, AT)
  expect(text).toMatch(/^ {2}Your own\n {4}OWN\\u001b\[2J +does as it likes$/m)
})

test('a banner names other partners by their ids, and says when time runs faster', () => {
  const [first] = SETTINGS.partners
  if (first === undefined) throw new Error('There is no partner.')
  const partners = [{ ...first, id: 'shop', key: 'pk_test_of_the_shop', story: 'The shop.' }]
  const text = banner({ ...SETTINGS, partners }, { ...AT, speed: 60 })
  expect(text).toMatch(/^ {2}shop +The shop\.$/m)
  expect(text).toMatch(/^ {2}Time +runs 60 times as fast$/m)
  expect(text).not.toContain('of_the_shop')
})

test.each([
  ['0.0.0.0', ['  Listens on      0.0.0.0, every address of this machine']],
  ['::', ['  Listens on      ::, every address of this machine']],
  ['127.0.0.1', []],
])('a banner says that a mock at %s listens on every address, if it does', (host, expected) => {
  const lines = banner(SETTINGS, { ...AT, host }).split('\n')
  expect(lines.filter((line) => line.includes('Listens on'))).toEqual(expected)
})
