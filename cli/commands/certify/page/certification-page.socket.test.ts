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
  return { page, origin: new URL(page.address).origin }
}

describe.concurrent('the page of a certification', () => {
  test('has no commands and serves no operation', async (context) => {
    const { origin } = await served(context)
    const caller = supertest.agent(origin).set({ Authorization: 'Bearer pk_test_me' })
    for (const path of ['/__mock/clock', '/__mock/reset', '/__mock/next', '/__mock/top-up', '/orders'])
      await caller.post(path).send({}).expect(404)
    for (const path of ['/ping', '/__mock/journal', '/__mock/keys', '/__mock/judgement'])
      await caller.get(path).expect(404)
  })

  test('an open page gets every scenario and the conclusion before it is closed', async (context) => {
    const { page, origin } = await served(context)
    const answer = await fetch(`${origin}/__mock/events`)
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
