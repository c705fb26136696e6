import { expect, test } from 'vitest'
import { environmentOf } from './pgbench.ts'

test('a database is told in the environment, its password as it is, and never in an argument', () => {
  expect(environmentOf('postgres://me:a%2Fb%40c@db.internal/mock')).toEqual({
    PGHOST: 'db.internal',
    PGPORT: '5432',
    PGUSER: 'me',
    PGPASSWORD: 'a/b@c',
    PGDATABASE: 'mock',
  })
})
