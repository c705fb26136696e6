import { setupServer } from 'msw/node'
import { afterAll, beforeAll, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { createMock } from '../../app.ts'
import { createFetch } from '../../fetch.ts'
import { handlers } from '../../msw.ts'
import type { MockApp } from '../../operations-app.ts'
import { inProcess, overSocket, type Send } from '../behaviour/sandbox.fixture.ts'
import { follows } from './model-run.fixture.ts'
import { STORIES_IN_STEPS } from './model-steps.fixture.ts'

const BASE = 'https://msw.example/v1'
const server = setupServer()
beforeAll(() => server.listen())
afterAll(() => server.close())

const TRANSPORTS: readonly (readonly [name: string, numRuns: number, sendTo: (app: MockApp) => Send])[] = [
  ['app.request', runs({ sample: 40, full: 2_000 }), (app) => inProcess(app)],
  [
    'createFetch',
    runs({ sample: 4, full: 200 }),
    (app) => {
      const fetch = createFetch({ baseUrl: BASE, app, admin: true })
      return (path, init) => fetch(`${BASE}${path}`, init)
    },
  ],
  [
    'MSW',
    runs({ sample: 2, full: 100 }),
    (app) => {
      server.resetHandlers(...handlers({ baseUrl: BASE, app, admin: true }))
      return overSocket(BASE)
    },
  ],
]

test.each(TRANSPORTS)(
  'through %s, after any steps, each key and the journal see what the model of one key predicts',
  async (name, numRuns, sendTo) => {
    const newSetting = () => {
      const clock = manualClock()
      const open = async () => {
        const mock = createMock({ clock })
        return { mock, send: sendTo(mock.app), close: async () => {} }
      }
      return { canCut: name !== 'MSW', isDurable: false, clock, open }
    }
    // The stories run once; the other transports get random steps.
    await follows(newSetting, numRuns, name === 'app.request' ? [[STORIES_IN_STEPS]] : [])
  },
  300_000,
)
