import { expect, test } from 'vitest'
import { runs } from '../../contract/testing/sample.fixture.ts'
import { killingsOverFile } from './kill.fixture.ts'

test('a mock that is killed at random moments, on a clock that jumps, has every purchase that it answered, once, and its time', async () => {
  for await (const round of killingsOverFile(runs({ sample: 1, full: 10 }))) {
    expect(round.answered).toBeGreaterThan(0)
    expect(round).toMatchObject({ lost: 0, doubled: 0, misbooked: 0, contradicted: 0, wentBack: 0 })
  }
}, 120_000)
