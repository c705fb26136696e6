import supertest from 'supertest'
import { describe, expect, type TestContext, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../../../contract/profile/profile-defaults.ts'
import { SCENARIOS } from '../../../../fixtures/scenarios.ts'
import { eventsUntil } from '../../../../mock-server/admin/events/events.fixture.ts'
import { serveCertificationPage } from './certification-page.ts'

async function served({ onTestFinished }: TestContext) {
  const page = await serveCertificationPage('node client.mjs', DEFAULT_PROFILE)
  onTestFinished(() => page.close())
  page.see({ event: 'begun', scenarios: SCENARIOS, of: SCENARIOS.length })
  const { origin, searchParams } = new URL(page.address)
  return { page, origin, token: searchParams.get('token') ?? '' }
}

describe.concurrent('the page of a certification', () => {
  test('opens only with its token, or once with a ticket', async (context) => {
    const { page, origin, token } = await served(context)
    for (const path of ['/__mock/', '/__mock/events', '/__mock/page.js'])
      await supertest(origin).get(path).expect(403)
    const ticket = await page.ticketAddress()
    const statuses = [page.address, page.address, ticket, ticket].map(
      async (address) => (await supertest(address).get('')).status,
    )
    expect((await Promise.all(statuses)).sort()).toEqual([303, 303, 303, 403])
    expect(ticket).not.toContain(token)
  })

  test('has no commands and serves no operation, not even for who has its token', async (context) => {
    const { origin, token } = await served(context)
    const headers = { 'Mock-Admin-Token': token, Authorization: 'Bearer pk_test_me' }
    const caller = supertest.agent(origin).set(headers)
    for (const path of ['/__mock/clock', '/__mock/reset', '/__mock/next', '/__mock/top-up', '/orders'])
      await caller.post(path).send({}).expect(404)
    for (const path of ['/ping', '/__mock/journal', '/__mock/keys', '/__mock/judgement'])
      await caller.get(path).expect(404)
  })

  test('an open page gets every scenario and the conclusion before it is closed', async (context) => {
    const { page, origin } = await served(context)
    const entered = await supertest(await page.ticketAddress()).get('')
    const headers = { Cookie: entered.get('Set-Cookie')?.[0]?.split(';')[0] ?? '' }
    const answer = await fetch(`${origin}/__mock/events`, { headers })
    for (const { sku } of SCENARIOS) page.see({ event: 'started', sku })
    const [events] = await Promise.all([
      eventsUntil(
        answer,
        ({ event, data }) => event === 'certification' && JSON.stringify(data).includes('NO VERDICT'),
      ),
      page.close(),
    ])
    const shown = events
      .filter(({ event }) => event === 'scenario')
      .map(({ data }) => data as { sku: string })
    expect(new Set(shown.map(({ sku }) => sku)).size).toBe(SCENARIOS.length)
    expect(events.at(-1)).toMatchObject({ event: 'certification' })
  })
})
