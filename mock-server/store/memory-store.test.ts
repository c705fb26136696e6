import { manualClock } from '../../contract/clock.ts'
import { promisesOfStore } from './conformance/store-promises.fixture.ts'
import { memoryStore } from './memory-store.ts'
import { keepsItsTime } from './store-jumps.fixture.ts'

promisesOfStore(() => {
  const clock = manualClock()
  return { store: memoryStore({ clock }), pass: clock.advance }
}, 150)

keepsItsTime(() => {
  const clock = { ...manualClock(), ms: 1_000_000_000_000, now: () => clock.ms }
  const store = memoryStore({ clock })
  return {
    store: () => store,
    async move(milliseconds) {
      clock.ms += milliseconds
    },
    // A memory ends with its process.
    restart: async () => {},
  }
}, 100)
