import fc from 'fast-check'
import { test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { promisesOfStore } from './conformance/store-promises.fixture.ts'
import { memoryStore } from './memory-store.ts'
import { followJumps, jumps } from './store-jumps.fixture.ts'

promisesOfStore(() => {
  const clock = manualClock()
  return { store: memoryStore({ clock }), pass: clock.advance }
}, 150)

test('with any jumps of its clock, no time and no order goes back, and time continues', async () => {
  const property = fc.asyncProperty(jumps, (steps) => {
    const clock = { ...manualClock(), ms: 1_000_000_000_000, now: () => clock.ms }
    const store = memoryStore({ clock })
    return followJumps(
      {
        store: () => store,
        async move(milliseconds) {
          clock.ms += milliseconds
        },
        // A memory ends with its process.
        restart: async () => {},
      },
      steps,
    )
  })
  await fc.assert(property)
})
