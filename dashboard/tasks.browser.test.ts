import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { callerOf } from '../cli/mock/mock-process.fixture.ts'
import { browsing, hasBrowser } from '../reporting/html/browser.fixture.ts'
import { mockPage } from './mock-page.fixture.ts'

const CLIENT = new URL('../examples/broken/run.mjs', import.meta.url).pathname
const BUYS_TWICE = 'buys-again-after-a-lost-connection'

describe.runIf(hasBrowser)('a developer of a client', () => {
  const browser = browsing()
  const { url, openTab, rows, lookAt } = mockPage(browser)
  const loseNextAnswer = async (key: string) => {
    const body = JSON.stringify({ key: `pk_test_${key}`, fault: 'lost-after' })
    expect((await fetch(`${url()}/__mock/next`, { method: 'POST', body })).status).toBe(200)
  }
  /** Runs a broken client by its name, or the correct one, which is `none`. It buys a card. */
  const run = async (name: string, key: string) => {
    const own = {
      SERVICE_BASE_URL: url(),
      SERVICE_PARTNER_API_KEY: `pk_test_${key}`,
      SERVICE_SKU: 'SCENARIO-AT-ONCE',
    }
    await promisify(execFile)(process.execPath, [CLIENT, name], { env: { ...process.env, ...own } })
  }
  const clausesIn = (group: string) =>
    browser().page.getByRole('region', { name: group }).getByRole('listitem')

  test('finds the double purchase of a broken run, what it cost, and the fix', async () => {
    const { page } = browser()
    await loseNextAnswer('twice')
    await run(BUYS_TWICE, 'twice')
    await lookAt('twice')
    await openTab('Orders')
    await expect.poll(() => rows('Orders').count()).toBe(2)
    const [second, first] = await rows('Orders').all()
    await expect
      .poll(() => first?.textContent())
      .toMatch(/nothing arrived.*5000\.00 − 25\.00 = 4975\.00 USD/s)
    await expect.poll(() => second?.textContent()).toMatch(/COMPLETED.*4975\.00 − 25\.00 = 4950\.00 USD/s)
    await expect.poll(() => second?.textContent()).toContain('timeout-is-not-failure')
    await openTab('Judgement 1 broken')
    const broken = clausesIn('Broken')
    await expect.poll(() => broken.allTextContents()).toEqual([expect.stringContaining('Smallest fix')])
    await broken
      .getByRole('button', { name: /see call/ })
      .first()
      .click()
    await page.getByRole('region', { name: /^Call #\d+: createOrder/ }).waitFor()
  })

  test('loses the next answer, and sees what the client did', async () => {
    const { page } = browser()
    await callerOf(url(), 'pk_test_loses').get('/ping')
    await lookAt('loses')
    await openTab('Control')
    await page.getByRole('button', { name: 'Lose the answer' }).click()
    await page.getByText('Set for the next purchase: lost-after').waitFor()
    await run('none', 'loses')
    await page.getByRole('button', { name: /which met the last one/ }).click()
    await page.getByRole('region', { name: 'Response, lost on its way' }).waitFor()
    await expect
      .poll(async () => (await rows('Calls').allTextContents()).slice(0, 2))
      .toEqual([
        expect.stringMatching(/200\s*lookupOrder.*COMPLETED/s),
        expect.stringMatching(/lost\s*createOrder.*connection reset after the order was recorded/s),
      ])
    await openTab('Judgement')
    await expect
      .poll(() => clausesIn('Kept').allTextContents())
      .toContainEqual(expect.stringContaining('timeout-is-not-failure'))
  })

  test('judges from here after a fix, and is not blamed for the run before it', async () => {
    const { page } = browser()
    await loseNextAnswer('mended')
    await run(BUYS_TWICE, 'mended')
    await lookAt('mended')
    await openTab('Judgement 1 broken')
    await page.getByRole('button', { name: 'Judge from here' }).click()
    await clausesIn('Broken').first().waitFor({ state: 'detached' })
    await loseNextAnswer('mended')
    await run('none', 'mended')
    await expect
      .poll(() => clausesIn('Kept').allTextContents())
      .toContainEqual(expect.stringContaining('timeout-is-not-failure'))
    expect(await page.getByRole('tab', { name: /broken/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Judge all calls' }).click()
    await clausesIn('Broken').first().waitFor()
  })
})
