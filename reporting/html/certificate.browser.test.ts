import { beforeEach, describe, expect, test } from 'vitest'
import { isFull, sampleOf } from '../../contract/testing/sample.fixture.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { browsing, hasBrowser, NARROW, WIDE } from './browser.fixture.ts'
import { contrastsOf } from './contrast.fixture.ts'
import { toHtml } from './page.ts'
import { CERTIFIED, CROWDED, INCOMPLETE_CERTIFICATION, NOT_CERTIFIED } from './sample-certificates.fixture.ts'
import { MATRIX } from './sample-matrix.fixture.ts'

const REPORTS = {
  crowded: CROWDED,
  'not certified': NOT_CERTIFIED,
  'a matrix of assumptions': MATRIX,
  certified: CERTIFIED,
  incomplete: INCOMPLETE_CERTIFICATION,
}

const VIEWS = [WIDE, NARROW].flatMap((size) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ size, colorScheme })),
)

describe.runIf(hasBrowser)('a certification in a browser', () => {
  const browser = browsing()

  test.each(sampleOf(Object.entries(REPORTS), 2))(
    'that is %s fits a desk and a telephone, and asks for nothing',
    async (_, report) => {
      const { page, noticed, open, unfold, view } = browser()
      await open(toHtml(harmless(report)))
      await unfold()
      for (const size of [WIDE, NARROW]) {
        await view({ size })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      }
      expect(noticed).toEqual([`request ${page.url()}`])
    },
  )

  // With every change, that of a failing report is measured in page.browser.
  test.runIf(isFull).each([
    ['not certified', NOT_CERTIFIED],
    ['a matrix of assumptions', MATRIX],
  ])('that is %s shows every text at a contrast of 4.5 to 1 or more', async (_, report) => {
    const { page, open, unfold, view } = browser()
    await open(toHtml(harmless(report)))
    await unfold()
    for (const how of VIEWS) {
      await view(how)
      const all = await contrastsOf(page, 'body *:not(.unseen)')
      expect(all.filter(({ ratio }) => ratio < 4.5)).toEqual([])
    }
  })

  describe('that is not certified', () => {
    beforeEach(() => browser().open(toHtml(harmless(NOT_CERTIFIED))))

    test('has headings that step down one by one, and a name for each timeline', async () => {
      const { page, unfold } = browser()
      const levels = await page
        .locator('h1, h2, h3, h4')
        .evaluateAll((all) => all.map((one) => Number(one.tagName[1])))
      expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([])
      await unfold()
      const timelines = page.getByRole('figure', {
        name: /requests of the client and answers of the service/,
      })
      // Ten of the client, and three of its scenarios done right.
      expect(await timelines.count()).toBe(13)
    })

    test('leads a reader from a broken clause to the timeline that shows it', async () => {
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

    test('prints what is unfolded, its timelines as wide as the page, also on small sheets', async () => {
      const { page, open, unfold, view } = browser()
      await open(toHtml(harmless(NOT_CERTIFIED)))
      const timelines = page.locator('.timeline')
      const visible = () => timelines.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)
      await view({ media: 'print' })
      expect(await visible()).toBe(5)
      await unfold()
      expect(await visible()).toBe(13)
      await view({ size: { width: 520, height: 1000 }, colorScheme: 'dark', media: 'print' })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(520)
      const widths = await timelines.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
      expect(Math.max(...widths)).toBeLessThanOrEqual(520)
      expect((await contrastsOf(page, '.timeline *')).filter(({ ratio }) => ratio < 4.5)).toEqual([])
    })
  })
})
