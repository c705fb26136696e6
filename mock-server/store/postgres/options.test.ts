import { expect, test } from 'vitest'
import { StoreError } from '../store.ts'
import { databaseAddress, optionsInUrl } from './options.ts'

test.for<[string, string, string]>([
  ['as it is', 'postgres://me:Ze%40cret@db.internal/mock', 'Ze@cret'],
  ['encoded', 'postgres://me:Ze%40cret@db.internal/mock', 'Ze%40cret'],
  ['in the query', 'postgres://db.internal/mock?password=Ze%20cret', 'Ze cret'],
])('a password is taken out of a text %s', ([, url, secret]) => {
  const { clean } = databaseAddress(url)
  expect(clean(`said ${secret}, twice: ${secret}`)).toBe('said [password], twice: [password]')
})

test('a database is named without who connects to it', () => {
  expect(databaseAddress('postgres://me:secret@db.internal:6432/mock?poolSize=5').name).toBe(
    'postgres://db.internal:6432/mock',
  )
  expect(databaseAddress('postgres:///mock?host=/run/postgresql').name).toBe(
    'postgres:///run/postgresql/mock',
  )
})

test('a text without a password is left as it is', () => {
  expect(databaseAddress('postgres://db.internal/mock').clean('said nothing')).toBe('said nothing')
})

const inUrl = (query: string) =>
  optionsInUrl(databaseAddress(`postgres://mock:secret@db.internal/mock?${query}`).written)

test('the URL of a store may say how its pool is used', () => {
  expect(inUrl('poolSize=20&idleMs=500&ssl=1')).toEqual({
    poolSize: 20,
    idleMs: 500,
  })
  expect(inUrl('')).toEqual({})
})

test.for(['poolSize=0', 'poolSize=x', 'poolSize=', 'poolSize=1e3', 'statementTimeoutMs=0.5'])(
  'what is no whole number within its limits is refused: %s',
  (query) => {
    expect(() => inUrl(query)).toThrow(StoreError)
    expect(() => inUrl(query)).toThrow(/expected a whole number from \d+ to \d+/)
  },
)
