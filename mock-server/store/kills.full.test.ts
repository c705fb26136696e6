import { expect, test } from 'vitest'
import { killingsOverPostgres, NOTHING_LOST } from './kill.fixture.ts'

test('two mocks over one database, all killed at random moments, lose no purchase and buy none twice', async () => {
  for await (const round of await killingsOverPostgres(15)) expect(round).toMatchObject(NOTHING_LOST)
}, 300_000)
