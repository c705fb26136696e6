import { expect, test } from 'vitest'
import { observedFrom } from './observed.fixture.ts'
import { ObservedError, parseObserved } from './observed.ts'

const FILE = 'yesterday/observed.json'
const observed = observedFrom([{ json: { data: { amount: '25.00' } } }])

test('a file is read as it was written', () => {
  expect(parseObserved(JSON.stringify(observed), FILE)).toEqual(observed)
  expect(parseObserved(`\uFEFF${JSON.stringify(observed, null, 2)}`, FILE)).toEqual(observed)
})

test('members that this version does not know are ignored', () => {
  const operations = observed.operations.map((one) => ({ ...one, later: 1 }))
  expect(parseObserved(JSON.stringify({ ...observed, operations, later: [] }), FILE)).toEqual(observed)
})

test.each([
  ['text', 'no JSON at all pk_test_abc', 'found text that is not JSON'],
  ['nothing', '', 'found text that is not JSON'],
  ['null', 'null', 'found JSON without a schema'],
  ['a list', '[]', 'found JSON without a schema'],
  ['an object', '{"a":1}', 'found JSON without a schema'],
  [
    'a report',
    '{"schema":"partner-purchase/report@1"}',
    'found the schema "partner-purchase/report@1", expected an observed.json with the schema partner-purchase/observed@1, as verify --report writes it. Use the file next to that report.',
  ],
  [
    'another major version',
    '{"schema":"partner-purchase/observed@2"}',
    'found the schema "partner-purchase/observed@2", expected an observed.json with the schema partner-purchase/observed@1, as verify --report writes it. Another version of the kit wrote it',
  ],
  ['another schema', '{"schema":7}', 'found the schema 7, expected an observed.json'],
  ['a key for a schema', '{"schema":"pk_test_abc"}', 'found the schema "[key]"'],
  ['a long schema', JSON.stringify({ schema: 'x'.repeat(500) }), `found the schema "${'x'.repeat(78)}…`],
  ['one without operations', JSON.stringify({ ...observed, operations: undefined }), '"operations"'],
  [
    'one with a wrong field',
    JSON.stringify(observed).replace('amount', 'pk_test_abc').replace('"decimal":1', '"decimal":"1"'),
    '"operations › 0 › answers › 0 › fields › /data/[key] › kinds › decimal"',
  ],
])('%s is refused', (_, text, found) => {
  const read = () => parseObserved(text, FILE)
  expect(read).toThrow(ObservedError)
  expect(read).toThrow(`${FILE}: `)
  expect(read).toThrow(found)
  expect(read).not.toThrow('pk_test_abc')
  try {
    read()
  } catch (error) {
    expect((error as Error).name).toBe('ObservedError')
  }
})
