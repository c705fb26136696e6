import { beforeEach, describe, expect, test } from 'vitest'
import { callerOf, startMockHere } from '../cli/mock/mock-process.fixture.ts'
import { browsing, hasBrowser } from '../reporting/html/browser.fixture.ts'

describe.runIf(hasBrowser)('a newcomer', () => {
  const browser = browsing()
  let mock: { url: string }
  const rows = () => browser().page.getByRole('list', { name: 'Exchanges' }).locator('button.row')
  const openTab = (name: string) => browser().page.getByRole('tab', { name }).click()

  beforeEach(async (context) => {
    mock = await startMockHere(context)
    // The base address leads a browser to the page.
    await browser().page.goto(mock.url)
    return () =>
      browser()
        .page.goto('about:blank')
        .then(() => {})
  })

  test('finds the early polls of a client, and the remedy', async () => {
    const { page } = browser()
    const { buy, get } = callerOf(mock.url, 'pk_test_me')
    await buy('SHOP:1', 'SCENARIO-LONG')
    await Promise.all(Array.from({ length: 5 }, () => get('/orders/SHOP%3A1')))
    await expect.poll(() => rows().first().textContent()).toMatch(/5 × lookup.*PROCESSING.*5 too early/s)
    await rows().first().click()
    await expect.poll(() => rows().count()).toBe(6)
    await expect.poll(() => rows().first().textContent()).toMatch(/s early.*waits-poll-after/s)
    await openTab('Judgement')
    const clause = page.getByRole('listitem').filter({ hasText: 'waits-poll-after' })
    await clause.getByText('Smallest fix').waitFor()
    expect(await clause.textContent()).toContain('pollAfterSeconds')
  })

  test('loses the next answer by a click, buys again, and sees the second card in red', async () => {
    const { page } = browser()
    await openTab('Scenarios')
    const card = page.getByRole('article').filter({ hasText: 'SCENARIO-AT-ONCE' })
    await card.getByRole('button', { name: 'Send' }).click()
    await page.getByText('200 {"data"').waitFor()
    await page.getByRole('heading', { name: 'The next purchase of guest-1 meets …' }).waitFor()
    await page.getByRole('button', { name: 'Lose the answer' }).click()
    await page.getByText('Waits for the next purchase: lost-after').waitFor()
    // A program: a browser resends a purchase by itself whose connection was reset.
    const { buy } = callerOf(mock.url, 'pk_test_me')
    await buy('SHOP:2', 'SCENARIO-AT-ONCE').catch(() => {})
    await buy('SHOP:3', 'SCENARIO-AT-ONCE')

    await openTab('Orders')
    const orders = page.getByRole('article')
    await expect.poll(() => orders.count()).toBe(3)
    await expect
      .poll(() => orders.nth(1).textContent())
      .toMatch(/caller knows: nothing arrived.*in the mock: COMPLETED/s)
    await expect.poll(() => orders.first().textContent()).toContain('timeout-is-not-failure')
  })

  test('loses the answer to the very first purchase of the key that it is about to use', async () => {
    const { page } = browser()
    await openTab('Scenarios')
    await page.getByRole('heading', { name: 'The next purchase of pk_test_me meets …' }).waitFor()
    await page.getByRole('button', { name: 'Lose the answer' }).click()
    await page.getByRole('heading', { name: 'The next purchase of guest-1 meets …' }).waitFor()
    const { buy } = callerOf(mock.url, 'pk_test_me')
    await expect(buy('SHOP:1', 'SCENARIO-AT-ONCE')).rejects.toThrow()
  })

  test('is led through the page in six steps at the first visit, and at no other', async () => {
    const { page } = browser()
    const tour = page.getByRole('complementary', { name: 'Tour' })
    const selected = () => page.getByRole('tab', { selected: true }).textContent()
    const seen: (string | null)[] = []
    for (let step = 1; step <= 6; step += 1) {
      await tour.getByText(`${step} of 6`).waitFor()
      seen.push(await selected())
      await tour.getByRole('button', { name: step < 6 ? 'Next' : 'Done' }).click()
    }
    expect(seen).toEqual(['Exchanges', 'Scenarios', 'Scenarios', 'Orders', 'Clock', 'Judgement'])
    await page.reload()
    await page.getByRole('button', { name: 'Tour' }).click()
    await tour.getByText('1 of 6').waitFor()
    await tour.getByRole('button', { name: 'Skip' }).click()
    expect(await tour.count()).toBe(0)
  })

  test('sees two exchanges side by side, and what differs', async () => {
    const { page } = browser()
    const { buy } = callerOf(mock.url, 'pk_test_me')
    await buy('SHOP:1', 'SCENARIO-AT-ONCE')
    await buy('SHOP:2', 'SCENARIO-AT-ONCE')
    await expect.poll(() => rows().count()).toBe(2)
    await rows().first().click()
    await page.getByRole('button', { name: 'Compare with another' }).click()
    await rows().nth(1).click()
    for (const name of ['Request of #0', 'Request of #1', 'Response of #0', 'Response of #1'])
      await page.getByRole('region', { name }).waitFor()
    const marked = await page.locator('mark').allTextContents()
    expect(marked.filter((line) => line.includes('partnerReference'))).toEqual([
      expect.stringContaining('SHOP:2'),
      expect.stringContaining('SHOP:1'),
    ])
  })

  test('sends a purchase again from its row: it is the same purchase', async () => {
    const { page } = browser()
    await callerOf(mock.url, 'pk_test_me').buy('SHOP:1', 'SCENARIO-AT-ONCE')
    await rows().first().click()
    await page.getByRole('button', { name: 'Send it again as pk_test_me' }).click()
    await expect.poll(() => rows().first().textContent()).toMatch(/replayed, COMPLETED/)
  })
})
