import * as vitest from 'vitest'
import { announce } from './announcements.ts'
import { openSession } from './session.ts'
import { declareSuite } from './suite.ts'
import type { Target } from './target.ts'

declare module 'vitest' {
  interface ProvidedContext {
    target: Target
  }
}

const target = vitest.inject('target')
const { say, close } = announce(target.runId)

declareSuite(openSession(target, { say }), vitest)
vitest.afterAll(close)
