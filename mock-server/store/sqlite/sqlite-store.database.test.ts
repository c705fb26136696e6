import { manualClock } from '../../../contract/clock.ts'
import { promisesOfStore } from '../conformance/store-promises.fixture.ts'
import { newFile } from './new-file.fixture.ts'
import { sqliteStore } from './sqlite-store.ts'

promisesOfStore(() => {
  const clock = manualClock()
  return { store: sqliteStore(newFile(), { clock }), pass: clock.advance }
}, 40)
