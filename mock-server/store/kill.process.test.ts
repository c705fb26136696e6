import { expect, onTestFinished, test } from 'vitest'
import { isFull, runs } from '../../contract/testing/sample.fixture.ts'
import { killingsOverFile } from './kill.fixture.ts'
import { smallDisk } from './small-disk.fixture.ts'

test('a mock that is killed at random moments, also on a full disk, on a clock that jumps, has every purchase that it answered, once, and its time', async () => {
  const disk = isFull ? smallDisk(64) : undefined
  onTestFinished(() => disk?.remove())
  for await (const round of await killingsOverFile(runs({ sample: 1, full: 12 }), disk)) {
    expect(round.answered).toBeGreaterThan(0)
    expect(round).toMatchObject({ lost: 0, doubled: 0, misbooked: 0, contradicted: 0, wentBack: 0 })
  }
}, 120_000)
