import { describe, expect, test } from 'vitest'
import { isFull } from '../../contract/testing/sample.fixture.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { violationsIn } from './axe.fixture.ts'
import { browsing, contrastsOf, hasBrowser, NARROW, WIDE } from './browser.fixture.ts'
import { EVERY_PLACE, everywhere } from './every-text.fixture.ts'
import { toHtml } from './page.ts'
import { CERTIFIED, NOT_BEGUN, NOT_CERTIFIED } from './sample-certifications.fixture.ts'
import { BROKEN, KEPT } from './sample-reports.fixture.ts'

const HOSTILE = `</style><script>alert(1)</script>"'><img src=http://evil.example onerror=alert(1)>\u202e${'x'.repeat(500)}`

const SAMPLE = {
  'a client that is not certified': NOT_CERTIFIED,
  'texts from outside': everywhere(EVERY_PLACE, HOSTILE),
}
const OTHERS = { BROKEN, KEPT, CERTIFIED, NOT_BEGUN }
const PAGES = Object.entries({ ...SAMPLE, ...(isFull && OTHERS) })
const VIEWS = [
  { size: NARROW, colorScheme: 'dark' },
  { size: WIDE, colorScheme: 'light' },
] as const

describe.runIf(hasBrowser)('the page of a report', () => {
  const browser = browsing()

  test.each(PAGES)(
    'of %s loads nothing, fits a desktop and a telephone, and has readable contrast',
    async (_, report) => {
      const { page, noticed, open, unfold, view } = browser()
      await open(toHtml(harmless(report)))
      if (report !== NOT_CERTIFIED || isFull) await unfold()
      for (const seen of VIEWS) {
        await view(seen)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(seen.size.width)
        const texts = await contrastsOf(page, 'body *')
        expect(texts.filter(({ ratio }) => ratio < 4.5)).toEqual([])
        if (isFull || seen.size === NARROW) expect(await violationsIn(page)).toEqual([])
      }
      expect(noticed).toEqual([`request ${page.url()}`])
    },
  )

  test('leads from the line of a double purchase to the request that paid twice', async () => {
    const { page, open } = browser()
    await open(toHtml(harmless(NOT_CERTIFIED)))
    await page.getByRole('link', { name: 'timeout-is-not-failure' }).first().click()
    const row = page.locator('#timeout-is-not-failure tr.broken').first()
    expect(await row.textContent()).toContain('bought again, before the first outcome was known')
    await page
      .locator('#timeout-is-not-failure')
      .getByRole('link', { name: /^SCENARIO-/ })
      .first()
      .click()
    await page.locator('.scenario .inside:target').waitFor({ state: 'visible' })
  })

  test.each([
    [{ width: 1280, height: 800 }, 4_000],
    [{ width: 390, height: 800 }, 8_000],
  ])(
    'with four broken clauses lists all clauses on the first screen of %o, and is at most %i px high',
    async (size, most) => {
      const { page, open } = browser()
      await open(toHtml(harmless(NOT_CERTIFIED)), { size })
      const list = await page.locator('.first .rows').boundingBox()
      expect((list?.y ?? Number.NaN) + (list?.height ?? 0)).toBeLessThan(size.height)
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(most)
    },
  )

  test('of a certified client prints on one sheet of A4', async () => {
    const { page, open } = browser()
    await open(toHtml(harmless(CERTIFIED)))
    await page.emulateMedia({ media: null })
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })
})
