import { expect, test } from 'vitest'
import { inWords, type Kind, kindOf } from './kinds.ts'

test.each<readonly [kind: Kind, ...values: unknown[]]>([
  ['not-json', undefined],
  ['null', null],
  ['boolean', true],
  ['object', {}],
  ['array', []],
  ['integer', 25, -0, 1e21],
  ['fraction', 25.5],
  ['empty', ''],
  ['digits', '2500', '-7'],
  ['decimal', '25.00', '-0.5'],
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:00:00Z', '2026-01-31t12:00:00.123+02:00'],
  ['local-date-time', '2026-01-31T12:00'],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'],
  ['uri', 'https://cards.example/1.png', 'urn:partner-purchase:problem:no', 'about:blank'],
  ['currency', 'USD'],
  ['token', 'COMPLETED', 'GIFT_CARD', 'CARD-25', 'A'],
  ['text', '25.', '1.2.3', '1e5', '2026-01-31 12:00', 'SHOP:order', 'usd', 'USD ', 'CARD\n'],
  ['text', `https://cards.example/${'x'.repeat(3000)}`],
])('%s', (kind, ...values) => {
  expect(new Set(values.map(kindOf))).toEqual(new Set([kind]))
})

test('kinds are listed in the order of the table', () => {
  expect(inWords(['null', 'decimal', 'integer'])).toBe('an integer or a decimal text or null')
})
