import { expect, test } from 'vitest'
import { ADMIN_SPELLINGS } from '../text/admin-spellings.fixture.ts'
import { adminPath } from './admin-path.ts'

const LITERAL = ADMIN_SPELLINGS.filter((spelling) => !/\.\.|%2E%2e/.test(spelling))

test.each(LITERAL)("%s is the mock's own surface, and so is what is below it", (spelling) => {
  expect(adminPath(spelling)).toBe('/__mock')
  expect(adminPath(`${spelling}/clock`)).toBe('/__mock/clock')
})

test.each(['/', '/orders/__mock', '/__mocks', '/_mock', '/__mock%00', '/__m%6', '/orders/..%2F__mock/clock'])(
  '%s is not',
  (path) => {
    expect(adminPath(path)).toBeUndefined()
  },
)
