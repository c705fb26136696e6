import { Hono } from 'hono'
import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'
import type { MockEnv } from '../http/routing.ts'
import type { Mock } from '../sandbox/mock.ts'
import type { PageFeed } from './events/feed.ts'
import { streamFeed } from './events/stream.ts'
import { guardAdmin } from './guard.ts'
import { readPageScript, showPage } from './page/page.ts'

const NOT_THERE = 'Not there: this address serves only the page of a certification, at /__mock/.'

/**
 * The page of a run that uses mocks of its own, such as a certification. It has no commands, and reaches none of those mocks: who opens it
 * can read what was recorded, and change nothing.
 *
 * @param mock has the profile, the token that the page needs, and its script. It serves no operation.
 * @param openFeed opens the events of one page: what they say is the run's own matter.
 */
export function runPageApp(mock: Mock, openFeed: () => PageFeed): Hono<MockEnv> {
  const app = new Hono<MockEnv>()
  app.use(async (c, next) => {
    c.set('mock', mock)
    await next()
  })
  // Its mock has no sandboxes: no key opens it.
  app.use(guardAdmin({ isWithKeys: false }))
  app.get(`${ADMIN_PREFIX}/`, (c) => showPage(c, 'certification'))
  app.get(`${ADMIN_PREFIX}/page.js`, readPageScript)
  app.get(`${ADMIN_PREFIX}/events`, (c) => streamFeed(c, null, openFeed))
  app.notFound((c) => c.json({ error: NOT_THERE }, 404))
  return app
}
