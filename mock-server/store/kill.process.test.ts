import { expect, test } from 'vitest'
import { runs } from '../../contract/testing/sample.fixture.ts'
import { killingsOverFile, NOTHING_LOST } from './kill.fixture.ts'

test('a mock over a file that is killed at random moments keeps every purchase that it answered, once', async () => {
  for await (const round of await killingsOverFile(runs({ sample: 1, full: 15 }))) {
    expect(round.answered).toBeGreaterThan(0)
    expect(round).toMatchObject(NOTHING_LOST)
  }
}, 120_000)
