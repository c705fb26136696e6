import { expect, test } from 'vitest'
import { StoreError } from '../store.ts'
import { optionsInUrl } from './url-options.ts'

const URL_OF_A_STORE = 'postgres://mock:secret@db.internal/mock'

test('the URL of a store may say how its pool is used', () => {
  expect(optionsInUrl(`${URL_OF_A_STORE}?poolSize=20&idleMs=500&sslmode=require`)).toEqual({
    poolSize: 20,
    idleMs: 500,
  })
  expect(optionsInUrl(URL_OF_A_STORE)).toEqual({})
})

test.for(['poolSize=0', 'poolSize=x', 'poolSize=', 'poolSize=1e3', 'statementTimeoutMs=0.5'])(
  'what is no whole number within its limits is refused: %s',
  (query) => {
    expect(() => optionsInUrl(`${URL_OF_A_STORE}?${query}`)).toThrow(StoreError)
    expect(() => optionsInUrl(`${URL_OF_A_STORE}?${query}`)).toThrow(
      /expected a whole number from \d+ to \d+/,
    )
  },
)
