import { beforeAll, describe, expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { browsing, hasBrowser, WIDE } from './browser.fixture.ts'
import { contrastsOf } from './contrast.fixture.ts'
import { toHtml } from './page.ts'
import { NOT_CERTIFIED } from './sample-certificates.fixture.ts'

describe.runIf(hasBrowser)('a reader of a report', () => {
  const browser = browsing()
  beforeAll(() => browser().open(toHtml(harmless(NOT_CERTIFIED))))

  test('goes from a broken clause to the timeline that shows it', async () => {
    const { page, noticed } = browser()
    expect(await page.locator('details.scenario[open]').count()).toBe(1)
    await page.locator('#attention .places a', { hasText: 'SCENARIO-UNUSUAL-PACE' }).first().click()
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe('#scenario/SCENARIO-UNUSUAL-PACE')
    const scenario = page.locator('.scenario:has(:target)')
    const top = await scenario.evaluate((article) => article.getBoundingClientRect().top)
    expect(top).toBeLessThan(WIDE.height / 2)
    const blamed = scenario.locator('.timeline b', { hasText: 'waits-poll-after' })
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

  test('prints what is unfolded, its timelines as wide as the page, also on small sheets', async () => {
    const { page, open, unfold, view } = browser()
    await open(toHtml(harmless(NOT_CERTIFIED)))
    const timelines = page.locator('.timeline')
    const visible = () => timelines.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)
    await view({ media: 'print' })
    expect(await visible()).toBe(5)
    await unfold()
    // Ten of the client, and three of its scenarios done right.
    expect(await visible()).toBe(13)
    await view({ size: { width: 520, height: 1000 }, colorScheme: 'dark', media: 'print' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(520)
    const widths = await timelines.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    expect(Math.max(...widths)).toBeLessThanOrEqual(520)
    expect((await contrastsOf(page, '.timeline *')).filter(({ ratio }) => ratio < 4.5)).toEqual([])
  })
})
