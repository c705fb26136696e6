import type { Hono } from 'hono'
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
import { streamEvents } from './events/stream.ts'
import { guardAdmin } from './guard.ts'
import { awaitJournal, exportJournal, readJournal } from './journal.ts'
import { readJudgement, readRecording } from './judgement.ts'
import { readKeys, readOrders } from './keys.ts'
import { readPageScript, showPage } from './page/page.ts'

const NOT_THERE =
  'Not there: try GET health, live, ready, assumptions, openapi.json, journal, journal.jsonl, journal/wait, events, keys, orders, scenarios, judgement, recording.jsonl; GET, POST, DELETE next; POST clock, top-up, revoke, allowlist, reset.'

/** Adds what a mock that listens serves besides. A mock in a page is smaller without. */
export type RouteWhenListening = (app: Hono<MockEnv>) => void

/** Adds the admin API to an app, and what a mock that listens serves besides. */
export function routeAdmin(app: Hono<MockEnv>, mock: Mock, listening?: RouteWhenListening): void {
  app.use(`${ADMIN_PREFIX}/*`, async (c, next) => {
    c.set('mock', mock)
    await next()
  })
  app.use(`${ADMIN_PREFIX}/*`, guardAdmin)
  if (mock.pageScript !== undefined) app.get('/', leadToPage)
  app.get(ADMIN_PREFIX, (c) => c.redirect(`${ADMIN_PREFIX}/`, 308))
  app.get(`${ADMIN_PREFIX}/`, showPage)
  app.get(`${ADMIN_PREFIX}/page.js`, readPageScript)
  app.get(`${ADMIN_PREFIX}/health`, health)
  app.get(`${ADMIN_PREFIX}/live`, (c) => c.json({ mock: 'live' }))
  app.get(`${ADMIN_PREFIX}/ready`, readiness)
  app.get(`${ADMIN_PREFIX}/assumptions`, (c) => c.json({ assumptions: assumptionsReport(mock.profile) }))
  listening?.(app)
  // These read schemas: an arrow has a start not load them before the first such call.
  app.get(`${ADMIN_PREFIX}/journal`, (c) => readJournal(c))
  app.get(`${ADMIN_PREFIX}/journal.jsonl`, (c) => exportJournal(c))
  app.get(`${ADMIN_PREFIX}/journal/wait`, (c) => awaitJournal(c))
  app.get(`${ADMIN_PREFIX}/events`, streamEvents)
  app.get(`${ADMIN_PREFIX}/keys`, readKeys)
  app.get(`${ADMIN_PREFIX}/orders`, readOrders)
  app.get(`${ADMIN_PREFIX}/scenarios`, readScenarios)
  app.get(`${ADMIN_PREFIX}/judgement`, readJudgement)
  app.get(`${ADMIN_PREFIX}/recording.jsonl`, readRecording)
  app.post(`${ADMIN_PREFIX}/top-up`, (c) => topUp(c))
  app.post(`${ADMIN_PREFIX}/revoke`, (c) => revoke(c))
  app.post(`${ADMIN_PREFIX}/allowlist`, (c) => changeAllowlist(c))
  app.get(`${ADMIN_PREFIX}/next`, (c) => readNext(c))
  app.post(`${ADMIN_PREFIX}/next`, (c) => orderNext(c))
  app.delete(`${ADMIN_PREFIX}/next`, (c) => withdrawNext(c))
  app.post(`${ADMIN_PREFIX}/clock`, (c) => moveClock(c))
  app.post(`${ADMIN_PREFIX}/reset`, (c) => resetKey(c))
  app.all(`${ADMIN_PREFIX}/*`, (c) => c.json({ error: NOT_THERE }, 404))
}

/** A person who opens the base address in a browser is led to the page; a call of a program goes on as any other. */
async function leadToPage(c: MockContext, next: () => Promise<void>): Promise<Response | undefined> {
  if (c.req.header('sec-fetch-mode') === 'navigate') return c.redirect(`${ADMIN_PREFIX}/`, 302)
  await next()
  return undefined
}

/** `GET /__mock/health`: by this, a tool recognises a mock of this kit. */
function health(c: MockContext): Response {
  return c.json({ mock: 'partner-purchase-kit', status: 'ok' })
}

/** `GET /__mock/ready`: whether the mock can serve, for a load balancer. */
async function readiness(c: MockContext): Promise<Response> {
  const isReady = await c.get('mock').store.isReady()
  return c.json({ store: isReady ? 'ready' : 'unavailable' }, isReady ? 200 : 503)
}

/** `GET /__mock/scenarios`: the cards with a story, and the faults that can be ordered for any card. */
function readScenarios(c: MockContext): Response {
  const { scenarios, profile } = c.get('mock')
  const cards = scenarios.map(({ sku, name, story, price, clauses, course, faults }) => ({
    sku,
    name,
    story,
    price: moneyWords(price, profile.money),
    clauses,
    course,
    faults,
  }))
  const ordered = Object.entries(ORDERED_FAULTS).map(([fault, { at, does }]) => ({ fault, at, does }))
  return c.json({ scenarios: cards, faults: ordered })
}
