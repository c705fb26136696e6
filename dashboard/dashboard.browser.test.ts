import { describe, expect, test } from 'vitest'
import { callerOf } from '../cli/mock/mock-process.fixture.ts'
import { runs, sampleOf } from '../contract/testing/sample.fixture.ts'
import { violationsIn } from '../reporting/html/axe.fixture.ts'
import { browsing, hasBrowser, NARROW, WIDE } from '../reporting/html/browser.fixture.ts'
import { mockPage } from './mock-page.fixture.ts'

const VIEWS = [
  ['narrow and dark', { size: NARROW, colorScheme: 'dark' }],
  ['wide and light', { size: WIDE, colorScheme: 'light' }],
  ['narrow and light', { size: NARROW, colorScheme: 'light' }],
  ['wide and dark', { size: WIDE, colorScheme: 'dark' }],
] as const
const CALLS = runs({ sample: 600, full: 10_000 })

describe.runIf(hasBrowser)('a developer who looks at the mock', () => {
  const browser = browsing()
  const url = mockPage(browser)
  const rows = () => browser().page.getByRole('list', { name: 'Exchanges' }).locator('button.row')

  test('sees each call as it comes: whose it is, what it did, and why it was refused', async () => {
    const { page } = browser()
    const { buy } = callerOf(url(), 'pk_test_me')
    await buy('SHOP:1', 'SCENARIO-AT-ONCE')
    await buy('SHOP:1', 'SCENARIO-AT-ONCE')
    await callerOf(url(), 'pk_test_small_balance').get('/order/SHOP:1')
    await expect.poll(() => rows().count()).toBe(3)
    const partners = () => rows().locator('.partner').allInnerTexts()
    await expect.poll(partners).toEqual(['small-balance', '…_me', '…_me'])
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth
    expect(await rows().first().locator('.operation').evaluate(isCut)).toBe(false)
    const texts = (await rows().allTextContents()).map((text) => text.replace(/\s+/g, ' '))
    expect(texts[0]).toMatch(/404.*GET \/order\/SHOP:1.*unknown-operation.*near miss/)
    expect(texts[1]).toMatch(/200.*purchase.*SHOP:1 SCENARIO-AT-ONCE.*replayed/)
    expect(texts[2]).toMatch(/recorded/)
    await rows().first().click()
    await page.getByRole('region', { name: 'Near miss' }).waitFor()
    expect(await page.getByRole('region', { name: 'Request' }).textContent()).not.toContain('pk_test_')
  })

  test('sees what an order is by now, also while calls keep coming', async () => {
    const { page } = browser()
    const { buy, get } = callerOf(url(), 'pk_test_me')
    await page.getByRole('tab', { name: 'Orders' }).click()
    const shown = page.getByText('in the mock: COMPLETED').waitFor()
    let isShown = false
    const keepCalling = async () => {
      while (!isShown) await get('/ping')
    }
    await buy('NOW:1', 'SCENARIO-AT-ONCE')
    await Promise.all([shown.finally(() => (isShown = true)), keepCalling()])
    // The calls come to the page in their order: once it has the last one, none is left for a list that is cleared later.
    await get('/products/last/price')
    await page.getByRole('tab', { name: 'Exchanges' }).click()
    await expect.poll(() => rows().first().textContent()).toContain('unknown-sku')
  })

  test('finds one of thousands of calls, of which only the latest are drawn', async () => {
    const { page } = browser()
    const { get } = callerOf(url(), 'pk_test_me')
    for (let sent = 0; sent < CALLS; sent += 100)
      await Promise.all(Array.from({ length: 100 }, () => get('/ping')))
    await get('/products/needle/price')
    const count = async () => {
      const words =
        (await page
          .getByText(/exchanges/)
          .first()
          .textContent()) ?? ''
      return [...words.matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0)
    }
    await expect.poll(count, { timeout: 60_000 }).toBe(CALLS + 1)
    expect(await rows().count()).toBe(500)
    await page.getByRole('searchbox').fill('needle')
    await expect.poll(() => rows().count()).toBe(1)
  })

  test('sees the life of an order, and goes from it to a call', async () => {
    const { page } = browser()
    const { buy, get } = callerOf(url(), 'pk_test_me')
    await buy('LIFE:1', 'SCENARIO-LOST-AFTER').catch(() => {})
    await buy('LIFE:1', 'SCENARIO-LOST-AFTER')
    await get('/orders/LIFE%3A1')
    await page.getByRole('tab', { name: 'Orders' }).click()
    const card = page.getByRole('article').filter({ hasText: 'LIFE:1' })
    await expect
      .poll(() => card.locator('.requests tbody tr').allTextContents())
      .toContainEqual(
        expect.stringContaining('recorded, answer lost (connection reset after the order was recorded)'),
      )
    // The calls come to the page one after another.
    await expect.poll(() => card.textContent()).toMatch(/PROCESSING/)
    await card
      .getByRole('button', { name: /purchase/ })
      .first()
      .click()
    expect(await page.getByRole('region', { name: 'Response, lost on its way' }).count()).toBe(1)
  })

  test('stops the list, and goes on with what came meanwhile', async () => {
    const { page } = browser()
    const { get } = callerOf(url(), 'pk_test_me')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await get('/balance')
    await page.getByRole('button', { name: 'Go on: 1 new' }).click()
    await expect.poll(() => rows().count()).toBe(1)
  })

  test('uses the keyboard alone', async () => {
    const { page } = browser()
    const { get } = callerOf(url(), 'pk_test_me')
    await get('/ping')
    await get('/balance')
    await page.getByRole('tab', { name: 'Exchanges' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('tab', { name: 'Orders' }).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowLeft')
    await rows().first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await rows().nth(1).getAttribute('aria-expanded')).toBe('true')
  })

  test('advances the clock of a key to the next change of its order', async () => {
    const { page } = browser()
    const { buy, json } = callerOf(url(), 'pk_test_clock')
    await buy('CLOCK:1', 'SCENARIO-LONG')
    await page.getByRole('tab', { name: 'Clock' }).click()
    await expect.poll(() => page.getByLabel('Key of').locator(':checked').textContent()).toContain('…_clock')
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByText('frozen', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Advance to the next change' }).click()
    await page.getByText('nothing is due').waitFor()
    expect(await json('/orders/CLOCK%3A1')).toEqual({ data: { order: { status: 'COMPLETED' } } })
  })

  test('tops up, revokes and resets a key, which the page does not know', async () => {
    const { page } = browser()
    const { buy, get } = callerOf(url(), 'pk_test_money')
    await buy('SHOP:1', 'SCENARIO-AT-ONCE')
    await page.getByRole('tab', { name: 'Partners' }).click()
    const card = page.getByRole('article').filter({ hasText: '…_money' })
    await card.getByRole('button', { name: 'Top up' }).click()
    await card.getByText('5075.00 USD').waitFor()
    await card.getByRole('button', { name: 'Revoke the key' }).click()
    await card.getByText('revoked', { exact: true }).waitFor()
    expect((await get('/ping')).status).toBe(401)
    const name = await card.getByRole('heading').textContent()
    await card.getByRole('button', { name: 'Reset' }).click()
    await card.getByRole('button', { name: 'Reset: its orders and its journal are lost. Sure?' }).click()
    const reset = page.getByRole('article').filter({ hasText: name ?? '' })
    await reset.getByText('5000.00 USD').waitFor()
    expect((await get('/ping')).status).toBe(200)
    expect(await page.content()).not.toContain('pk_test_')
  })

  test.each(sampleOf(VIEWS, 4))('has a page in which axe-core finds no violation: %s', async (_, view) => {
    const { page, view: show, noticed } = browser()
    await callerOf(url(), 'pk_test_me').buy('<img src=x onerror=alert(1)>', 'SCENARIO-PROCESSING')
    await show(view)
    for (const name of ['Exchanges', 'Orders', 'Scenarios', 'Clock', 'Partners', 'Judgement']) {
      await page.getByRole('tab', { name }).click()
      expect([name, await violationsIn(page)]).toEqual([name, []])
    }
    await page.getByRole('tab', { name: 'Exchanges' }).click()
    await rows().first().click()
    expect(await violationsIn(page)).toEqual([])
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(isWide).toBe(false)
    expect(noticed.filter((one) => /^(?:console|error|dialog)/.test(one))).toEqual([])
  })

  test('goes to the contract that the mock follows', async () => {
    const { page } = browser()
    await page.getByRole('link', { name: 'the contract' }).click()
    await page.getByText('"openapi":"3.1.0"').waitFor()
  })
})
