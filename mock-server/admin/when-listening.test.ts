import { expect, test } from 'vitest'
import { OTHER_PROFILE } from '../../contract/testing/other-profile.fixture.ts'
import { createApp } from '../app.ts'
import type { MockOptions } from '../sandbox/mock.ts'
import { listeningMock } from '../testing/behaviour/sandbox.fixture.ts'

const servingApp = (options?: MockOptions) => listeningMock(options).app

const BASE = 'http://127.0.0.1:4321'

test('the OpenAPI document is that of the profile, at the address of the mock', async () => {
  const answer = await servingApp({ profile: OTHER_PROFILE }).request(`${BASE}/__mock/openapi.json`)
  const { servers, paths } = (await answer.json()) as Record<string, never>
  expect(servers).toMatchObject([{ url: BASE }])
  expect(paths).toHaveProperty(['/purchases/find', 'post'])
})

test('a mock that does not listen serves no document', async () => {
  expect((await createApp().request(`${BASE}/__mock/openapi.json`)).status).toBe(404)
})
