import { manualClock } from '../../contract/clock.ts'
import { promisesOfStore } from './conformance/store-promises.fixture.ts'
import { memoryStore } from './memory-store.ts'

promisesOfStore(() => {
  const clock = manualClock()
  return { store: memoryStore({ clock }), pass: clock.advance }
})
