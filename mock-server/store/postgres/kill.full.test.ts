import { expect, test } from 'vitest'
import { killings } from './kill.fixture.ts'

test('mocks and a database that are killed at random moments, with a jumping clock, lose nothing, and buy nothing twice', async () => {
  for await (const round of killings(4))
    expect(round).toMatchObject({ lost: 0, doubled: 0, misbooked: 0, contradicted: 0, wentBack: 0 })
}, 120_000)
