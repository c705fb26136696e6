import { beforeEach, describe, expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { browsing, contrastsOf, hasBrowser, WIDE } from './browser.fixture.ts'
import { toHtml } from './page.ts'
import { NOT_CERTIFIED } from './sample-certificates.fixture.ts'

const HTML = toHtml(harmless(NOT_CERTIFIED))

describe.runIf(hasBrowser)('a reader of a report', () => {
  const browser = browsing()
  beforeEach(() => browser().open(HTML))

  test('goes from a broken clause to the request that shows it', async () => {
    const { page, noticed } = browser()
    expect(await page.locator('details.scenario[open]').count()).toBe(1)
    await page.locator('#attention .places a', { hasText: 'SCENARIO-UNUSUAL-PACE' }).first().click()
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe('#scenario/SCENARIO-UNUSUAL-PACE')
    const scenario = page.locator('.scenario:has(:target)')
    const top = await scenario.evaluate((article) => article.getBoundingClientRect().top)
    expect(top).toBeLessThan(WIDE.height / 2)
    const blamed = scenario.locator('.requests b', { hasText: 'waits-poll-after' })
    expect(await blamed.first().isVisible()).toBe(true)
    expect(noticed.filter((one) => !one.startsWith('request file:'))).toEqual([])
  })

  test('expands the evidence by a click and by the keyboard, whose focus is seen', async () => {
    const { page } = browser()
    await page.locator('#timeout-is-not-failure .checks > summary').click()
    const summary = page.locator('#timeout-is-not-failure .evidence summary').first()
    const exchange = page.locator('#timeout-is-not-failure .exchanges').first()
    expect(await exchange.isVisible()).toBe(false)
    await summary.click()
    expect(await exchange.isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    expect(await exchange.isVisible()).toBe(false)
    expect(await summary.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid')
  })

  test('prints what is unfolded, its tables as wide as the page, also on small sheets', async () => {
    const { page, unfold, view } = browser()
    const tables = page.locator('.requests')
    const visible = () => tables.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)
    await view({ media: 'print' })
    expect(await visible()).toBe(5)
    await unfold()
    expect(await visible()).toBe(10)
    await view({ size: { width: 520, height: 1000 }, colorScheme: 'dark', media: 'print' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(520)
    const widths = await tables.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    expect(Math.max(...widths)).toBeLessThanOrEqual(520)
    expect((await contrastsOf(page, '.requests *')).filter(({ ratio }) => ratio < 4.5)).toEqual([])
  })

  test('copies the command that runs a scenario alone, and a request as curl', async () => {
    const { page, unfold } = browser()
    await page.evaluate(() => {
      const writeText = async (text: string) => void document.body.setAttribute('data-copied', text)
      Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
    })
    const copied = () => page.locator('body').getAttribute('data-copied')
    await page.getByRole('button', { name: 'Copy the command' }).first().click()
    expect(await copied()).toBe('partner-purchase certify --only SCENARIO-LOST-AFTER -- ./my-client')
    expect(await page.getByRole('status').textContent()).toBe('Copied.')
    await unfold()
    await page.getByRole('button', { name: 'Copy as curl' }).first().click()
    expect(await copied()).toMatch(/^curl -i -X 'POST' .*\$SERVICE_PARTNER_API_KEY/)
  })

  test('sees what a link leads to, also where it is folded', async () => {
    const { page } = browser()
    await page.getByRole('navigation').getByRole('link', { name: 'reads-lookup-position' }).click()
    await page.locator('#reads-lookup-position').waitFor({ state: 'visible' })
  })

  test('has all of it without a script, and no control that does nothing', async () => {
    const { page, open } = browser()
    await open(HTML.replace(/<script>[\s\S]*<\/script>/, ''))
    expect(await page.getByRole('button').count()).toBe(0)
    await page.locator('#timeout-is-not-failure .checks > summary').click()
    expect(await page.locator('#timeout-is-not-failure .checks li').first().isVisible()).toBe(true)
  })
})
