import * as vitest from 'vitest'
import type { Shapes } from '../drift/observe.ts'
import { declareSuite } from '../suite.ts'
import { announce } from './announcements.ts'
import { openSession } from './session.ts'
import type { Target } from './target.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The shape of every answer of the run. */
    shapes?: Shapes
  }
  interface ProvidedContext {
    target: Target
  }
}

const target = vitest.inject('target')
const { say, close } = announce(target.runId)

const session = openSession(target, { say })

declareSuite(session, vitest)
// Not concurrent, and so after all the others: by then everything has been seen.
vitest.test('what was seen', ({ task }) => {
  task.meta.shapes = session.shapes()
})
vitest.afterAll(close)
