import { Hono, type MiddlewareHandler } from 'hono'
import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'
import { moneyWords } from '../../contract/wire/money.ts'
import { ORDERED_FAULTS } from '../../contract/wire/ordered-fault.ts'
import { assumptionsReport } from '../sandbox/assumptions-header.ts'
import type { Mock, MockContext, MockEnv } from '../sandbox/mock.ts'
import {
  changeAllowlist,
  moveClock,
  orderNext,
  readNext,
  resetKey,
  revoke,
  topUp,
  withdrawNext,
} from './commands.ts'
import { streamEvents } from './events.ts'
import { refuseOtherPages, requireToken } from './guard.ts'
import { awaitJournal, exportJournal, readJournal } from './journal.ts'
import { readJudgement, readRecording } from './judgement.ts'
import { readKeys, readOrders } from './keys.ts'
import { readPageScript, showPage } from './page.ts'
import { signIn } from './session.ts'

/** Adds the routes that only a mock that listens has. A mock in a page is smaller without them. */
export type RouteWhenListening = (admin: Hono<MockEnv>) => void

/** Adds the admin API to an app. */
export function routeAdmin(app: Hono<MockEnv>, mock: Mock, listening?: RouteWhenListening): void {
  if (mock.pageScript !== undefined) app.get('/', leadToPage)
  app.route(`${ADMIN_PREFIX}/`, adminApp(mock, listening))
}

/** The routes below `/__mock/`: first what is open to everyone, then what the token guards. */
function adminApp(mock: Mock, listening?: RouteWhenListening): Hono<MockEnv> {
  const admin = new Hono<MockEnv>()
  admin.use(async (c, next) => {
    c.set('mock', mock)
    await next()
  })
  admin.use(refuseOtherPages)
  admin.get('/live', (c) => c.json({ mock: 'live' }))
  admin.get('/ready', readiness)
  admin.get('/health', (c) => c.json({ mock: 'partner-purchase-kit', status: 'ok' }))
  admin.post('/session', signIn)

  admin.use(requireToken)
  admin.get('/', showPage)
  admin.get('/page.js', readPageScript)
  admin.get('/assumptions', (c) => c.json({ assumptions: assumptionsReport(mock.profile) }))
  listening?.(admin)
  // The arrows keep the schemas of these routes from being compiled at the start.
  admin.get('/journal', (c) => readJournal(c))
  admin.get('/journal.jsonl', (c) => exportJournal(c))
  admin.get('/journal/wait', (c) => awaitJournal(c))
  admin.get('/events', streamEvents)
  admin.get('/keys', readKeys)
  admin.get('/orders', readOrders)
  admin.get('/scenarios', readScenarios)
  admin.get('/judgement', readJudgement)
  admin.get('/recording.jsonl', readRecording)
  admin.post('/top-up', (c) => topUp(c))
  admin.post('/revoke', (c) => revoke(c))
  admin.post('/allowlist', (c) => changeAllowlist(c))
  admin.get('/next', (c) => readNext(c))
  admin.post('/next', (c) => orderNext(c))
  admin.delete('/next', (c) => withdrawNext(c))
  admin.post('/clock', (c) => moveClock(c))
  admin.post('/reset', (c) => resetKey(c))
  admin.all('*', notThere)
  return admin
}

/** Leads a person who opens the base address in a browser to the page. A program gets the answer of the API. */
const leadToPage: MiddlewareHandler<MockEnv> = async (c, next) =>
  c.req.header('sec-fetch-mode') === 'navigate' ? c.redirect(`${ADMIN_PREFIX}/`, 302) : next()

/** For a load balancer: whether the mock can serve. */
async function readiness(c: MockContext): Promise<Response> {
  const isReady = await c.var.mock.store.isReady()
  return c.json({ store: isReady ? 'ready' : 'unavailable' }, isReady ? 200 : 503)
}

/** `GET /__mock/scenarios`: the scenario cards, and the faults that can be ordered for any card. */
function readScenarios(c: MockContext): Response {
  const { scenarios, profile } = c.var.mock
  const cards = scenarios.map(({ sku, name, story, price, clauses, course, faults }) => {
    return { sku, name, story, price: moneyWords(price, profile.money), clauses, course, faults }
  })
  const ordered = Object.entries(ORDERED_FAULTS).map(([fault, { at, does }]) => ({ fault, at, does }))
  return c.json({ scenarios: cards, faults: ordered })
}

const NOT_THERE =
  'Not there: try GET health, live, ready, assumptions, openapi.json, journal, journal.jsonl, journal/wait, events, keys, orders, scenarios, judgement, recording.jsonl; GET, POST, DELETE next; POST clock, top-up, revoke, allowlist, reset.'

function notThere(c: MockContext): Response {
  return c.req.path === ADMIN_PREFIX ? c.redirect(`${ADMIN_PREFIX}/`, 308) : c.json({ error: NOT_THERE }, 404)
}
