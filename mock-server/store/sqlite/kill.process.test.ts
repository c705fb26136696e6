import { expect, test } from 'vitest'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { killRepeatedly } from './kill.fixture.ts'

test('a mock that is killed at random moments, on a clock that jumps, has every purchase that it answered, once, and its time', async () => {
  for (const run of await killRepeatedly(runs({ sample: 1, full: 10 }))) {
    expect(run.answered).toBeGreaterThan(0)
    expect(run).toMatchObject({ lost: 0, doubled: 0, misbooked: 0, wentBack: 0 })
  }
}, 120_000)
