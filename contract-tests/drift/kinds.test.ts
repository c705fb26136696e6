import { expect, test } from 'vitest'
import { type Kind, kindOf, saidKinds } from './kinds.ts'

const EXAMPLES: readonly (readonly [value: unknown, kind: Kind])[] = [
  [undefined, 'not-json'],
  [null, 'null'],
  [true, 'boolean'],
  [{}, 'object'],
  [[], 'array'],
  [25, 'integer'],
  [-0, 'integer'],
  [1e21, 'integer'],
  [25.5, 'fraction'],
  ['', 'empty'],
  ['2500', 'digits'],
  ['-7', 'digits'],
  ['25.00', 'decimal'],
  ['-0.5', 'decimal'],
  ['25.', 'text'],
  ['1.2.3', 'text'],
  ['1e5', 'text'],
  ['2026-01-31', 'date'],
  ['2026-01-31T12:00:00Z', 'date-time'],
  ['2026-01-31t12:00:00.123+02:00', 'date-time'],
  ['2026-01-31T12:00', 'local-date-time'],
  ['2026-01-31 12:00', 'text'],
  ['123e4567-e89b-12d3-a456-426614174000', 'uuid'],
  ['123E4567-E89B-12D3-A456-426614174000', 'uuid'],
  ['https://cards.example/1.png', 'uri'],
  ['urn:partner-purchase:problem:no', 'uri'],
  ['about:blank', 'uri'],
  ['SHOP:order', 'text'],
  ['USD', 'currency'],
  ['COMPLETED', 'token'],
  ['GIFT_CARD', 'token'],
  ['CARD-25', 'token'],
  ['A', 'token'],
  ['usd', 'text'],
  ['USD ', 'text'],
  ['a card', 'text'],
  ['CARD\n', 'text'],
  [`https://cards.example/${'x'.repeat(3000)}`, 'text'],
]

test.each(EXAMPLES)('%j is of the kind %s', (value, kind) => {
  expect(kindOf(value)).toBe(kind)
})

test('kinds are told in the order of the table', () => {
  expect(saidKinds(['null', 'decimal', 'integer'])).toBe('an integer or a decimal text or null')
})
