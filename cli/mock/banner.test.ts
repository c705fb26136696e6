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
  listScenarios: 'npx partner-purchase-kit scenarios',
  paint: plain,
}

const [PARTNER] = SETTINGS.partners
const [SCENARIO] = SETTINGS.scenarios
if (PARTNER === undefined || SCENARIO === undefined) throw new Error('There is no partner, or no scenario.')

const LONG = 'x'.repeat(500)
const OWN = [1, 2, 3, 4].map((nth) => ({ ...SCENARIO, sku: `OWN-${nth}-${LONG}`, name: LONG }))
const PARTNERS = [1, 2, 3].map((nth) => ({
  ...PARTNER,
  id: `shop-${nth}-${LONG}`,
  key: 'pk_test_of_the_shop',
}))

test.each([
  ['with the default settings', SETTINGS, AT],
  [
    'with everything of a file, on every address, and in a hurry',
    {
      ...SETTINGS,
      profileSource: LONG,
      unknownKeys: 'reject',
      partners: PARTNERS,
      scenarios: [...SETTINGS.scenarios, ...OWN],
    },
    { ...AT, host: '0.0.0.0', speed: 60 },
  ],
] as const)(
  'a banner, a token and the line that it is ready fit into 24 lines of 80 columns: %s',
  (_, settings, at) => {
    const lines = banner(settings, at).split('\n')
    expect(lines.length).toBeLessThanOrEqual(22)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  },
)

test('a banner looks the same in colours', () => {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    styleText(style, text, { validateStream: false })
  const coloured = banner(SETTINGS, { ...AT, paint })
  expect(coloured).not.toBe(banner(SETTINGS, AT))
  expect(stripVTControlCharacters(coloured)).toBe(banner(SETTINGS, AT))
})

test('a banner shows scenarios of your own, and nothing in them moves the cursor', () => {
  const own = { ...SCENARIO, sku: 'OWN\u001b[2J', name: 'does as it likes' }
  const text = banner({ ...SETTINGS, scenarios: [...SETTINGS.scenarios, own] }, AT)
  expect(text).toMatch(/^ {2}OWN\\u001b\[2J +does as it likes$/m)
})

test('a banner names the partners of a file by their ids where no other key is accepted, and never a key', () => {
  const partners = [{ ...PARTNER, id: 'shop', key: 'pk_test_of_the_shop' }]
  const text = banner({ ...SETTINGS, unknownKeys: 'reject', partners }, AT)
  expect(text).toMatch(/^key {3}the one of shop in your file$/m)
  expect(text).not.toMatch(/of_the_shop|pk_test_me/)
})

test('a banner says when time runs faster, and that it listens on every address', () => {
  const lines = banner(SETTINGS, { ...AT, host: '::', speed: 60 }).split('\n')
  expect(lines).toContain('  Time        runs 60 times as fast')
  expect(lines).toContain('  Listens on  ::, every address of this machine')
  expect(banner(SETTINGS, AT)).not.toMatch(/Time {2}|Listens on/)
})
