import { expect, test } from 'vitest'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { killings } from './kill.fixture.ts'

test('mocks and a database that are killed at random moments, with a jumping clock, lose nothing, and buy nothing twice', async () => {
  for await (const round of killings(runs({ sample: 1, full: 4 }), { mocks: runs({ sample: 2, full: 3 }) }))
    expect(round).toMatchObject({ lost: 0, doubled: 0, misbooked: 0, contradicted: 0, wentBack: 0 })
}, 120_000)
