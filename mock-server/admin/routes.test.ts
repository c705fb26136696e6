import { expect, test } from 'vitest'
import { OTHER_PROFILE } from '../../contract/testing/other-profile.fixture.ts'
import { appOf, createApp } from '../app.ts'
import { assembleMock } from '../sandbox/assemble-mock.ts'
import { routeWhenListening } from './when-listening.ts'

const BASE = 'http://127.0.0.1:4321'

test('the OpenAPI document is that of the profile, at the address of the mock', async () => {
  const app = appOf(assembleMock({ profile: OTHER_PROFILE }), routeWhenListening)
  const answer = await app.request(`${BASE}/__mock/openapi.json`)
  const { servers, paths } = (await answer.json()) as Record<string, never>
  expect(servers).toMatchObject([{ url: BASE }])
  expect(paths).toHaveProperty(['/purchases/find', 'post'])
})

test('a mock that does not listen serves no document', async () => {
  expect((await createApp().request(`${BASE}/__mock/openapi.json`)).status).toBe(404)
})

test('health is answered without a key, and tells nothing but the name of the kit', async () => {
  const answer = await createApp().request('/__mock/health')
  expect(await answer.json()).toEqual({ mock: 'partner-purchase-kit', status: 'ok' })
})

test('an unknown admin path is answered with the known ones', async () => {
  const answer = await createApp().request('/__mock/none')
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('health')])
})
