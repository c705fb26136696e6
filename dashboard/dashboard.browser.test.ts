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
const CALLS = runs({ sample: 600, full: 20_000 })

describe.runIf(hasBrowser)('the page of the mock', () => {
  const browser = browsing()
  const { url, openTab, rows, lookAt } = mockPage(browser)
  const control = () => browser().page.getByRole('tabpanel', { name: 'Control' })

  test.each(sampleOf(VIEWS, 4))('breaks no rule of axe-core, and cuts no text off: %s', async (_, view) => {
    const { page, view: show, noticed } = browser()
    await callerOf(url(), 'pk_test_me').buy('<img src=x onerror=alert(1)>', 'SCENARIO-PROCESSING')
    await show(view)
    for (const name of ['Calls', 'Orders', 'Judgement', 'Control']) {
      await openTab(name)
      if (['Calls', 'Orders'].includes(name))
        await rows(name as 'Calls')
          .first()
          .click()
      expect([name, await violationsIn(page)]).toEqual([name, []])
      const cutOff = await page.evaluate(() =>
        [...document.querySelectorAll('html, [role=tab], [role=row] > *, .pane')]
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
          .map(({ outerHTML }) => outerHTML.slice(0, 200)),
      )
      expect([name, cutOff]).toEqual([name, []])
      await page.getByRole('button', { name: 'Close' }).or(page.getByRole('tab', { name })).first().click()
    }
    expect(noticed.filter((one) => /^(?:console|error|dialog)/.test(one))).toEqual([])
  })

  test('shows what each call did, or why it was refused', async () => {
    const { page } = browser()
    const { buy, get } = callerOf(url(), 'pk_test_words')
    await buy('SHOP:1', 'SCENARIO-AT-ONCE')
    await buy('SHOP:1', 'SCENARIO-AT-ONCE')
    await get('/order/SHOP:1')
    await buy('SHOP:2', 'SCENARIO-LONG')
    await get('/orders/SHOP%3A2')
    await lookAt('words')
    await expect.poll(() => rows('Calls').count()).toBe(5)
    const texts = (await rows('Calls').allTextContents()).map((text) => text.replace(/\s+/g, ' '))
    expect(texts[0]).toMatch(/200 ?lookupOrder.*SHOP:2.*PROCESSING.*early/)
    expect(texts[2]).toMatch(/404 ?GET \/order\/SHOP:1.*unknown-operation.*"order" where "orders" belongs/)
    expect(texts[3]).toMatch(
      /200 ?createOrder.*SHOP:1 SCENARIO-AT-ONCE ?replayed, COMPLETED.*guest-\d+ \(…_words\)/,
    )
    await rows('Calls').nth(2).click()
    await page.getByRole('region', { name: 'Near miss' }).waitFor()
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('lookupOrder')
    await expect.poll(() => rows('Calls').count()).toBe(1)
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('')
    expect(await page.content()).not.toContain('pk_test_')
  })

  test('can be used with the keyboard alone', async () => {
    const { page } = browser()
    await page.getByRole('tab', { name: 'Calls' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('tab', { name: 'Orders' }).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowLeft')
    await rows('Calls').first().getByRole('button').focus()
    await page.keyboard.press('ArrowDown')
    expect(await rows('Calls').nth(1).getByRole('button').getAttribute('aria-expanded')).toBe('true')
    await page.getByRole('button', { name: 'Close' }).click()
  })

  test('moves the clock of a key, tops it up, revokes and resets it, and the money adds up', async () => {
    const { page } = browser()
    const { buy, get, json } = callerOf(url(), 'pk_test_money')
    await buy('SHOP:1', 'SCENARIO-FAILS')
    await lookAt('money')
    await openTab('Control')
    await page.getByRole('button', { name: 'Top up' }).click()
    await control().getByText('5075.00 USD').waitFor()
    await page.getByRole('button', { name: 'Freeze' }).click()
    await control().getByText('stands still').waitFor()
    await page.getByRole('button', { name: 'Advance to the next change' }).click()
    await control().getByText('No order is about to change').waitFor()
    expect(await json('/orders/SHOP%3A1')).toEqual({ data: { order: { status: 'FAILED' } } })
    await openTab('Orders')
    await expect
      .poll(() => rows('Orders').first().textContent())
      .toMatch(/= 4975\.00 USD\s*, then \+ 25\.00 USD returned/)
    const money = await page.locator('.counts .money').textContent()
    expect(money?.replace(/\s+/g, ' ')).toBe(
      '5000.00 at first + 100.00 topped up − 25.00 bought + 25.00 returned = 5100.00 USD',
    )
    await openTab('Control')
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await control().getByText('revoked', { exact: true }).waitFor()
    expect((await get('/ping')).status).toBe(401)
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('button', { name: 'Sure?' }).click()
    await control().getByText('5000.00 USD').waitFor()
    expect((await get('/ping')).status).toBe(200)
  })

  test('lists the newest 500 calls, and finds an older one', async () => {
    const { page } = browser()
    const { get } = callerOf(url(), 'pk_test_many')
    await get('/products/needle/price')
    for (let sent = 0; sent < CALLS; sent += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, index) => callerOf(url(), `pk_test_many_${index % 10}`).get('/ping')),
      )
    await page.getByRole('combobox', { name: 'Partner' }).selectOption('')
    await openTab('Calls')
    await expect.poll(() => rows('Calls').count(), { timeout: 60_000 }).toBe(500)
    if (CALLS > 2_000) return
    await page.getByRole('searchbox').fill('needle')
    await expect.poll(() => rows('Calls').count()).toBe(1)
  })
})
