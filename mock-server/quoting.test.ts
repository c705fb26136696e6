import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../contract/testing/any-character.fixture.ts'
import { runs } from '../contract/testing/sample.fixture.ts'
import { nearMissSchema } from '../contract/wire/exchange.ts'
import { quoted } from './near-miss.ts'
import { EXPLAINED_CAUSES, nearMissIn } from './refusals.fixture.ts'

const KEY = 'pk_test_abcdefghijklmnop'
const LONGEST_SENTENCE = 300

/** Words of the operations, keys, and random text, so that many requests resemble an operation. */
const word = fc.oneof(
  fc.constantFrom('', ...'orders order products PRICE ping v1 partnerReference sku reference'.split(' ')),
  fc.constantFrom(KEY, `x${KEY}`, btoa(KEY), encodeURIComponent(KEY)),
  fc.string({ maxLength: 80 }),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
)
const targets = fc
  .tuple(fc.array(word, { maxLength: 6 }), fc.array(fc.tuple(word, word), { maxLength: 4 }))
  .map(([path, query]) => `/${path.join('/')}?${query.map((pair) => pair.join('=')).join('&')}`)
const bodies = fc.oneof(
  word.map((text) => JSON.stringify(text)),
  fc.json(),
  fc.dictionary(word, fc.oneof(word, fc.dictionary(word, word))).map((document) => JSON.stringify(document)),
)
const requests = fc.record({
  method: fc.oneof(fc.constantFrom('GET', 'POST', 'PUT'), word),
  target: targets,
  headers: fc.dictionary(fc.oneof(word, fc.constantFrom('authorization', 'x-api-key', 'content-type')), word),
  hasKey: fc.boolean(),
  body: fc.option(bodies),
})

test('for any request, a near miss fits its schema, is short, and contains no key', () => {
  const property = fc.property(fc.constantFrom(...EXPLAINED_CAUSES), requests, (cause, request) => {
    const found = nearMissIn(cause, request)
    const { differs } = nearMissSchema.nullable().parse(found) ?? { differs: [] }
    expect(differs.length).toBeLessThan(10)
    for (const text of differs) expect(text.length).toBeLessThan(LONGEST_SENTENCE)
    expect(JSON.stringify(found)).not.toMatch(/abcdefghijklmnop|YWJjZGVmZ2hpamts/)
  })
  fc.assert(property, { numRuns: runs({ sample: 200, full: 1_000 }) })
})

test.each([
  ['a short text', 'order', '"order"'],
  ['a text of sixty characters', 'x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['a longer text', 'x'.repeat(61), `"${'x'.repeat(59)}…"`],
  ['a key', `${'x'.repeat(50)}${KEY}`, `"${'x'.repeat(50)}[key]"`],
  ['a quote', '"', '"\\""'],
])('%s is quoted as it can be shown', (_, text, shown) => {
  expect(quoted(text)).toBe(shown)
})
