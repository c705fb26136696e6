import * as vitest from 'vitest'
import { contractSuite } from './suite.ts'
import type { Target } from './target.ts'

declare module 'vitest' {
  interface ProvidedContext {
    target: Target
  }
}

contractSuite(vitest.inject('target'), vitest)
