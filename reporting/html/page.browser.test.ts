import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { type Browsing, NARROW, startBrowser, WIDE } from './browser.fixture.ts'
import { contrastsOf } from './contrast.fixture.ts'
import { EVERY_PLACE, everywhere } from './every-text.fixture.ts'
import { toHtml } from './page.ts'
import { BROKEN, INCOMPLETE, KEPT } from './sample-reports.fixture.ts'

const REPORTS = { passing: KEPT, failing: BROKEN, incomplete: INCOMPLETE }
const HOSTILE = `</style><script>alert(1)</script>"'><img src=http://evil.example onerror=alert(1)>\u202e${'x'.repeat(500)}`

// The browser that comes with the project is built for Linux.
describe.runIf(process.platform === 'linux')('in a browser', () => {
  let browsing: Browsing
  beforeAll(async () => {
    browsing = await startBrowser()
  }, 120_000)
  afterAll(() => browsing?.close())

  describe.each([...Object.entries(REPORTS), ['hostile', everywhere(EVERY_PLACE, HOSTILE)] as const])(
    'a %s report',
    (_, report) => {
      const html = toHtml(harmless(report))

      test.each(['light', 'dark'] as const)(
        'asks for nothing and complains of nothing, in %s',
        async (colorScheme) => {
          const { page, noticed, open } = browsing
          await page.setViewportSize(WIDE)
          await page.emulateMedia({ colorScheme, media: 'screen' })
          await open(html)
          await browsing.unfold()
          expect(noticed).toEqual([`request ${page.url()}`])
        },
      )

      test('is not wider than a screen of 360 px, with all of it unfolded', async () => {
        const { page, open } = browsing
        await page.setViewportSize(NARROW)
        await open(html)
        await browsing.unfold()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
      })
    },
  )

  describe('a reader', () => {
    beforeAll(async () => {
      await browsing.page.setViewportSize(WIDE)
      await browsing.page.emulateMedia({ colorScheme: 'light', media: 'screen' })
      await browsing.open(toHtml(harmless(BROKEN)))
    })

    test('comes from what needs attention to the clause', async () => {
      const { page } = browsing
      await page.locator('#attention a', { hasText: 'lookup-position' }).first().click()
      expect(new URL(page.url()).hash).toBe('#lookup-position')
      const top = await page
        .locator('#lookup-position')
        .evaluate((article) => article.getBoundingClientRect().top)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(top).toBeLessThan(WIDE.height / 2)
    })

    test('unfolds the evidence by a click, and by the keyboard', async () => {
      const { page } = browsing
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

    test('sees where the keyboard is', async () => {
      const { page } = browsing
      await page.keyboard.press('Tab')
      const outline = await page.evaluate(
        () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
      )
      expect(outline).toBe('solid')
    })

    test('finds all of it on paper, unfolded', async () => {
      const { page } = browsing
      await page.emulateMedia({ media: 'print' })
      const shown = await page
        .locator('pre')
        .evaluateAll((blocks) => blocks.map((block) => block.checkVisibility()))
      await page.emulateMedia({ media: 'screen' })
      expect(shown).toEqual(Array(2 * 96).fill(true))
    })
  })

  test.each(['light', 'dark'] as const)(
    'every text has a contrast of 4.5 to 1 or more, in %s',
    async (colorScheme) => {
      const { page, open } = browsing
      await page.emulateMedia({ colorScheme, media: 'screen' })
      await open(toHtml(harmless(BROKEN)))
      await browsing.unfold()
      const verdicts = await contrastsOf(page, '.verdict span:not(.unseen)')
      expect(new Set(verdicts.map(({ text }) => text))).toEqual(
        new Set(['kept', 'broken', 'not observed', 'holds', 'differs', 'applied', 'stale', 'expired']),
      )
      const all = [...verdicts, ...(await contrastsOf(page, 'body *:not(.unseen)'))]
      expect(all.filter(({ ratio }) => ratio < 4.5)).toEqual([])
    },
  )

  test('headings step down one by one, and each part of the page is a landmark', async () => {
    const { page, open } = browsing
    await open(toHtml(harmless(BROKEN)))
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
