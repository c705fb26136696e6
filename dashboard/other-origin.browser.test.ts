import { describe, expect, test } from 'vitest'
import { callerOf, startMockHere } from '../cli/mock/mock-process.fixture.ts'
import { serveFetch } from '../mock-server/serve-fetch.ts'
import { browsing, hasBrowser } from '../reporting/html/browser.fixture.ts'

/** A foreign page, on another port of this machine. */
const elsewhere = () =>
  serveFetch(
    () =>
      new Response('<!doctype html><title>elsewhere</title>', { headers: { 'Content-Type': 'text/html' } }),
  )

describe.runIf(hasBrowser)('a browser', () => {
  const browser = browsing()

  test('lets a page of another origin read nothing of the mock, change nothing and follow nothing', async (context) => {
    const { page } = browser()
    const mock = await startMockHere(context)
    const other = await elsewhere()
    context.onTestFinished(() => other.close())
    await page.goto(other.url)
    const attempts = await page.evaluate(async (mock) => {
      const body = JSON.stringify({ key: 'pk_test_me', fault: 'unavailable' })
      const result = (asked: Promise<Response>) =>
        asked.then(({ type, status }) => `${type} ${status}`, String)
      const heard = new Promise((resolve) => {
        const source = new EventSource(`${mock}/__mock/events`)
        source.onopen = () => resolve('open')
        source.onerror = () => resolve('error')
      })
      return {
        read: await result(fetch(`${mock}/__mock/keys`)),
        post: await result(fetch(`${mock}/__mock/next`, { method: 'POST', body, mode: 'no-cors' })),
        json: await result(
          fetch(`${mock}/__mock/next`, {
            method: 'POST',
            body,
            headers: { 'Content-Type': 'application/json' },
          }),
        ),
        heard: await heard,
      }
    }, mock.url)
    expect(attempts).toEqual({
      read: 'TypeError: Failed to fetch',
      // It is sent, and refused.
      post: 'opaque 0',
      json: 'TypeError: Failed to fetch',
      heard: 'error',
    })
    expect((await callerOf(mock.url, 'pk_test_me').buy('SHOP:1', 'SCENARIO-AT-ONCE')).status).toBe(200)
  })

  test('shows and controls a mock after its token was typed, which is in neither address nor page', async (context) => {
    const { page } = browser()
    const token = 'a-token-of-this-test-that-is-long-enough'
    const mock = await startMockHere(context, ['--host', '0.0.0.0'], { env: { MOCK_ADMIN_TOKEN: token } })
    const refused = await page.goto(`${mock.url}/__mock/`)
    expect(refused?.status()).toBe(401)
    await page.getByLabel(/admin token/).fill(token)
    await page.getByRole('button', { name: 'Open' }).click()
    await callerOf(mock.url, 'pk_test_me').get('/ping')
    await page.getByRole('row', { name: /200\s*ping/ }).waitFor()
    await page.getByRole('tab', { name: 'Control' }).click()
    await page.getByRole('button', { name: 'Top up' }).click()
    await page.getByText('5100.00 USD').waitFor()
    expect(page.url()).not.toContain('token')
    expect(await page.evaluate(() => document.cookie)).toBe('')
    expect(await page.content()).not.toContain(token)
  })
})
