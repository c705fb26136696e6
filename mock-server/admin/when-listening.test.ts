import { expect, test } from 'vitest'
import { OTHER_PROFILE } from '../../contract/testing/other-profile.fixture.ts'
import { createApp } from '../app.ts'
import type { MockOptions } from '../sandbox/mock.ts'
import { listeningMock } from '../testing/behaviour/sandbox.fixture.ts'
import { DOCUMENTS } from './when-listening.ts'

const servingApp = (options?: MockOptions) => listeningMock(options).app

const BASE = 'http://127.0.0.1:4321'

test('the OpenAPI document is that of the profile, at the address of the mock', async () => {
  const answer = await servingApp({ profile: OTHER_PROFILE }).request(`${BASE}/__mock/openapi.json`)
  const { servers, paths } = (await answer.json()) as Record<string, never>
  expect(servers).toMatchObject([{ variables: { base_url: { default: BASE } } }])
  expect(paths).toHaveProperty(['/purchases/find', 'post'])
})

test('the page links to each document, and may load nothing', async () => {
  const app = servingApp({ profile: OTHER_PROFILE })
  const answer = await app.request(`${BASE}/__mock/docs`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  const html = await answer.text()
  const links = Array.from(html.matchAll(/href="(\/[^"]*)"/g), ([, address = '']) => address)
  expect(links).toEqual(Object.values(DOCUMENTS).filter((address) => address !== DOCUMENTS.docs))
  for (const address of links) expect((await app.request(BASE + address)).status).toBe(200)
  expect(html).not.toMatch(/<script|src=/)
})

test('a mock that does not listen serves none of them', async () => {
  expect((await createApp().request(`${BASE}/__mock/openapi.json`)).status).toBe(404)
})
