import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMock } from '../../app.ts'
import { serve } from '../../serve.ts'
import { inProcess, openSandbox, type Sandbox } from '../behaviour/sandbox.fixture.ts'

const TOKEN = 'the-token-of-this-mock'

afterEach(() => vi.restoreAllMocks())

type Sent = readonly [where: string, call: (sandbox: Sandbox) => Promise<Response>]

const headers =
  (given: Record<string, string>): Sent[1] =>
  (sandbox) =>
    sandbox.call('GET', '/ping', { headers: given })
const SENT: readonly Sent[] = [
  ['its own header', headers({ 'Mock-Admin-Token': TOKEN })],
  ['the auth header', headers({ Authorization: `Bearer ${TOKEN}` })],
  ['another header', headers({ 'X-Strange': `it is ${TOKEN}` })],
  ['another header, in Base64', headers({ 'X-Strange': btoa(TOKEN) })],
  ['the query', (sandbox) => sandbox.get(`/ping?token=${TOKEN}`)],
  ['the path', (sandbox) => sandbox.get(`/products/${TOKEN}/price`)],
  ['a reference', (sandbox) => sandbox.buy('SCENARIO-AT-ONCE', TOKEN)],
  ['a SKU', (sandbox) => sandbox.buy(TOKEN)],
]

describe.each(SENT)('the token of a mock that is sent to the API in %s', (_, call) => {
  test('is in no journal and in no answer', async () => {
    const mock = createMock({ adminToken: TOKEN })
    const answer = await call(openSandbox(inProcess(mock.app)))
    const said = [...answer.headers].flat().join() + (await answer.text())
    const journal = JSON.stringify(mock.journal())
    expect(mock.journal()).toHaveLength(1)
    for (const trace of [TOKEN, btoa(TOKEN).slice(0, -4)]) {
      expect(said).not.toContain(trace)
      expect(journal).not.toContain(trace)
    }
  })
})

test.each(['Mock-Admin-Token', 'Mock-Page-Token', 'Cookie'])(
  'what grants access to the admin API is in no journal when it is sent to the API in %s',
  async (header) => {
    const mock = createMock({ adminToken: TOKEN })
    const headers = { [header]: 'mock_page_4010=granting' }
    await openSandbox(inProcess(mock.app)).call('GET', '/ping', { headers })
    expect(mock.journal()).toHaveLength(1)
    expect(JSON.stringify(mock.journal())).not.toContain('granting')
  },
)

test('no admin answer and no output of the mock contains the token', async () => {
  const printed = (['log', 'error', 'warn', 'info'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  )
  const written = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write'))
  const mock = await serve({ host: '0.0.0.0' })
  const { adminToken } = mock
  const base = `http://127.0.0.1:${new URL(mock.url).port}/__mock`
  const answers: string[] = []
  for (const token of [adminToken ?? '', 'another-token']) {
    for (const path of ['health', 'journal', 'assumptions', 'none']) {
      const answer = await fetch(`${base}/${path}`, { headers: { 'Mock-Admin-Token': token } })
      answers.push(`${JSON.stringify([...answer.headers])}${await answer.text()}`)
    }
  }
  await mock.close()
  const said = JSON.stringify([
    answers,
    [...printed, ...written].map(({ mock: { calls } }) => calls.flat().map(String)),
  ])
  expect(adminToken).not.toBeNull()
  expect(said).not.toContain(adminToken)
})

test('a fault that quotes a generated token is reported without it', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { adminToken, close } = await serve({ host: '0.0.0.0' })
  await close()
  const store = { balance: () => Promise.reject(new Error(`sent with ${adminToken}`)) }
  const { memoryStore } = await import('../../store/memory-store.ts')
  const mock = createMock({ adminToken: adminToken ?? '', store: { ...memoryStore(), ...store } })
  expect((await openSandbox(inProcess(mock.app)).get('/balance')).status).toBe(500)
  expect(errors.mock.calls).toEqual([['partner-purchase mock: a fault of its own: sent with [key]']])
})
