import { beforeAll, describe, expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { browsing, hasBrowser, NARROW } from './browser.fixture.ts'
import { contrastsOf } from './contrast.fixture.ts'
import { EVERY_PLACE, everywhere } from './every-text.fixture.ts'
import { toHtml } from './page.ts'
import { BROKEN, INCOMPLETE, KEPT } from './sample-reports.fixture.ts'

const HOSTILE = `</style><script>alert(1)</script>"'><img src=http://evil.example onerror=alert(1)>\u202e${'x'.repeat(500)}`

const REPORTS = {
  passing: KEPT,
  failing: BROKEN,
  incomplete: INCOMPLETE,
  hostile: everywhere(EVERY_PLACE, HOSTILE),
}

describe.runIf(hasBrowser)('in a browser', () => {
  const browser = browsing()

  test.each(Object.entries(REPORTS))(
    'a %s report asks for nothing, complains of nothing, and fits a screen of 360 px with all of it unfolded',
    async (_, report) => {
      const { page, noticed, open, unfold, view } = browser()
      await open(toHtml(harmless(report)))
      await unfold()
      await view({ colorScheme: 'dark', size: NARROW })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
      expect(noticed).toEqual([`request ${page.url()}`])
    },
  )

  describe('a reader of a failing report', () => {
    beforeAll(() => browser().open(toHtml(harmless(BROKEN))))

    test('links from "needs attention" to the clause', async () => {
      const { page } = browser()
      await page.locator('#attention a', { hasText: 'lookup-position' }).first().click()
      expect(new URL(page.url()).hash).toBe('#lookup-position')
      const { top, height } = await page.locator('#lookup-position').evaluate((article) => ({
        top: article.getBoundingClientRect().top,
        height: window.innerHeight,
      }))
      expect(top).toBeGreaterThanOrEqual(0)
      expect(top).toBeLessThan(height / 2)
    })

    test('expands the evidence by a click, and by the keyboard', async () => {
      const { page } = browser()
      await page.locator('#lookup-position .checks > summary').click()
      const summary = page.locator('#lookup-position .evidence summary').first()
      const exchange = page.locator('#lookup-position .exchanges').first()
      expect(await exchange.isVisible()).toBe(false)
      await summary.click()
      expect(await exchange.isVisible()).toBe(true)
      await summary.focus()
      await page.keyboard.press('Enter')
      expect(await exchange.isVisible()).toBe(false)
      await page.keyboard.press('Enter')
      expect(await exchange.isVisible()).toBe(true)
    })

    test('shows the keyboard focus', async () => {
      const { page } = browser()
      await page.keyboard.press('Tab')
      const outline = await page.evaluate(
        () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
      )
      expect(outline).toBe('solid')
    })

    test('finds on paper what was unfolded before', async () => {
      const { page, open, unfold, view } = browser()
      await open(toHtml(harmless(BROKEN)), { media: 'print' })
      const shown = () =>
        page.locator('pre').evaluateAll((blocks) => blocks.filter((block) => block.checkVisibility()).length)
      expect(await shown()).toBe(0)
      await view({})
      await unfold()
      await view({ media: 'print' })
      expect(await shown()).toBe(2 * 96)
    })

    test('reads every text at a contrast of 4.5 to 1 or more, light and dark', async () => {
      const { page, view, unfold } = browser()
      await unfold()
      for (const colorScheme of ['light', 'dark'] as const) {
        await view({ colorScheme })
        const verdicts = await contrastsOf(page, '.verdict span:not(.unseen)')
        expect(new Set(verdicts.map(({ text }) => text))).toEqual(
          new Set(['kept', 'broken', 'not observed', 'holds', 'differs', 'applied', 'stale', 'expired']),
        )
        const all = await contrastsOf(page, 'body *:not(.unseen)')
        expect(all.filter(({ ratio }) => ratio < 4.5)).toEqual([])
      }
    })

    test('finds headings that step down one by one, and each part of the page as a landmark', async () => {
      const { page } = browser()
      const levels = await page
        .locator('h1, h2, h3, h4')
        .evaluateAll((all) => all.map((one) => Number(one.tagName[1])))
      expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([])
      for (const landmark of ['banner', 'main', 'navigation', 'contentinfo'] as const) {
        expect(await page.getByRole(landmark).count()).toBe(1)
      }
      expect(await page.getByRole('table').count()).toBe(2)
    })
  })
})
