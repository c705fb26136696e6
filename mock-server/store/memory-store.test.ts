import { promisesOfStore } from './conformance/store-promises.fixture.ts'
import { memoryStore } from './memory-store.ts'

promisesOfStore(() => memoryStore(), 150)
