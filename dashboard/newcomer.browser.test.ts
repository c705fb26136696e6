import { describe, expect, test } from 'vitest'
import { callerOf } from '../cli/mock/mock-process.fixture.ts'
import { browsing, hasBrowser } from '../reporting/html/browser.fixture.ts'
import { mockPage } from './mock-page.fixture.ts'
import { runCurl } from './run-curl.fixture.ts'

describe.runIf(hasBrowser)('a newcomer', () => {
  const browser = browsing()
  const url = mockPage(browser)
  const rows = () => browser().page.getByRole('list', { name: 'Exchanges' }).locator('button.row')
  const openTab = (name: string) => browser().page.getByRole('tab', { name }).click()
  const card = () => browser().page.getByRole('article').filter({ hasText: 'SCENARIO-AT-ONCE' })

  test('loses the answer to the very first purchase by a click, resends it, and reads the judgement', async () => {
    const { page } = browser()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url() })
    await openTab('Orders')
    await page.getByRole('button', { name: 'send a purchase from here' }).click()
    await page.getByRole('heading', { name: 'The next purchase of pk_test_me meets …' }).waitFor()
    await page.getByRole('button', { name: 'Lose the answer' }).click()
    await page.getByRole('heading', { name: 'The next purchase of guest-1 meets …' }).waitFor()
    await card().getByRole('button', { name: 'Copy as curl' }).click()
    const purchase = await page.evaluate(() => navigator.clipboard.readText())
    await expect(runCurl(purchase)).rejects.toThrow('fetch failed')
    expect((await runCurl(purchase)).status).toBe(200)

    await openTab('Exchanges')
    await expect.poll(() => rows().count()).toBe(2)
    expect(await rows().nth(1).textContent()).toMatch(
      /lost\s*purchase.*connection reset after the order was recorded/s,
    )
    expect(await rows().nth(0).textContent()).toMatch(/200\s*purchase.*replayed/s)

    await openTab('Judgement')
    for (const clause of ['timeout-is-not-failure', 'retry-identical-body', 'exactly-two-fields']) {
      const judged = page.getByRole('listitem').filter({ hasText: clause })
      await judged.getByText('kept', { exact: true }).waitFor()
    }
  })

  test('loses the next answer, buys again, and sees the second card in red', async () => {
    const { page } = browser()
    await openTab('Scenarios')
    await card().getByRole('button', { name: 'Send' }).click()
    await page.getByText('200 {"data"').waitFor()
    await page.getByRole('button', { name: 'Lose the answer' }).click()
    await page.getByText('Waits for the next purchase: lost-after').waitFor()
    const own = page.getByRole('textbox', { name: 'Your key' })
    await own.fill('pk_test_other')
    await page.getByText('not for this key').waitFor()
    await own.fill('pk_test_me')
    await page.getByText('not for this key').waitFor({ state: 'detached' })
    // A program: a browser resends a purchase by itself whose connection was reset.
    const { buy } = callerOf(url(), 'pk_test_me')
    await buy('SHOP:2', 'SCENARIO-AT-ONCE').catch(() => {})
    await buy('SHOP:3', 'SCENARIO-AT-ONCE')

    await openTab('Orders')
    const orders = page.getByRole('article')
    await expect.poll(() => orders.count()).toBe(3)
    await expect
      .poll(() => orders.nth(1).textContent())
      .toMatch(/caller knows: nothing arrived.*in the mock: COMPLETED/s)
    const chips = orders.first().locator('summary .chip')
    await expect.poll(() => chips.allTextContents()).toContain('timeout-is-not-failure')
  })

  test('finds the early polls of a client, and the remedy', async () => {
    const { page } = browser()
    const { buy, get } = callerOf(url(), 'pk_test_me')
    await buy('EARLY:1', 'SCENARIO-LONG')
    await Promise.all(Array.from({ length: 5 }, () => get('/orders/EARLY%3A1')))
    await expect.poll(() => rows().first().textContent()).toMatch(/5 × lookup.*PROCESSING.*5 too early/s)
    await rows().first().click()
    await expect.poll(() => rows().count()).toBe(6)
    await expect.poll(() => rows().first().textContent()).toMatch(/s early.*waits-poll-after/s)
    await openTab('Judgement')
    const clause = page.getByRole('listitem').filter({ hasText: 'waits-poll-after' })
    await clause.getByText('Smallest fix').waitFor()
    expect(await clause.textContent()).toContain('pollAfterSeconds')
  })

  test('sees two exchanges side by side, and what differs; sends a purchase again', async () => {
    const { page } = browser()
    const { buy } = callerOf(url(), 'pk_test_me')
    await buy('SIDE:1', 'SCENARIO-AT-ONCE')
    await buy('SIDE:2', 'SCENARIO-AT-ONCE')
    await expect.poll(() => rows().count()).toBe(2)
    await rows().first().click()
    await page.getByRole('button', { name: 'Compare with another' }).click()
    await rows().nth(1).click()
    for (const name of [/^Request of #/, /^Response of #/])
      await expect.poll(() => page.getByRole('region', { name }).count()).toBe(2)
    const marked = await page.locator('mark').allTextContents()
    expect(marked.filter((line) => line.includes('partnerReference'))).toEqual([
      expect.stringContaining('SIDE:2'),
      expect.stringContaining('SIDE:1'),
    ])
    await page.getByRole('button', { name: 'Send it again as pk_test_me' }).click()
    await expect.poll(() => rows().first().textContent()).toMatch(/replayed, COMPLETED/)
  })
})
