import { expect, test } from 'vitest'
import { StoreError } from '../store.ts'
import { databaseAddress, optionsInUrl } from './database-address.ts'

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
