import { manualClock } from '../contract/clock.ts'
import { memoryStore } from './memory-store.ts'
import { promisesOfStore } from './store-promises.fixture.ts'

promisesOfStore(() => {
  const clock = manualClock()
  return { store: memoryStore({ clock }), pass: clock.advance }
})
