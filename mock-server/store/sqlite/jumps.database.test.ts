import { copyFileSync } from 'node:fs'
import fc from 'fast-check'
import { test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { followJumps, type Jumping, jumps } from '../store-jumps.fixture.ts'
import { newFile } from './new-file.fixture.ts'
import { sqliteStore } from './sqlite-store.ts'

/** A store on a file, whose clock jumps, and whose process may be killed: what it wrote is there, and no more. */
function jumpingFile(): Jumping & { close(): Promise<void> } {
  const clock = { ...manualClock(), ms: 1_000_000_000_000, now: () => clock.ms }
  let file = newFile()
  let store = sqliteStore(file, { clock })
  return {
    store: () => store,
    async move(milliseconds) {
      clock.ms += milliseconds
    },
    async restart(isKilled) {
      const left = isKilled ? newFile() : file
      if (isKilled) for (const end of ['', '-wal']) copyFileSync(file + end, left + end)
      await store.close()
      file = left
      store = sqliteStore(file, { clock })
    },
    close: () => store.close(),
  }
}

test('with any jumps of the clock and ends of the process, no time and no order goes back, and time continues', async () => {
  const property = fc.asyncProperty(jumps, async (steps) => {
    const jumping = jumpingFile()
    await followJumps(jumping, steps).finally(() => jumping.close())
  })
  await fc.assert(property, { numRuns: 40 })
})
