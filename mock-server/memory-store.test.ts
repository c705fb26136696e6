import { describe } from 'vitest'
import { memoryStore } from './memory-store.ts'
import { promisesOfStore } from './store-promises.fixture.ts'

describe('a store in memory', () => promisesOfStore(memoryStore))
