import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { type Browsing, NARROW, startBrowser, WIDE } from './browser.fixture.ts'
import { contrastsOf } from './contrast.fixture.ts'
import { overlapsOf } from './overlap.fixture.ts'
import { toHtml } from './page.ts'
import { CERTIFIED, CROWDED, INCOMPLETE_CERTIFICATION, NOT_CERTIFIED } from './sample-certificates.fixture.ts'
import { MATRIX } from './sample-matrix.fixture.ts'

const REPORTS = {
  certified: CERTIFIED,
  'not certified': NOT_CERTIFIED,
  incomplete: INCOMPLETE_CERTIFICATION,
  crowded: CROWDED,
  'a matrix of assumptions': MATRIX,
}

// The browser that comes with the project is built for Linux.
describe.runIf(process.platform === 'linux')('a certification in a browser', () => {
  let browsing: Browsing
  beforeAll(async () => {
    browsing = await startBrowser()
  }, 120_000)
  afterAll(() => browsing?.close())

  describe.each(Object.entries(REPORTS))('that is %s', (_, report) => {
    test.each([WIDE, NARROW])(
      'fits $width px, asks for nothing, and no words touch in its pictures',
      async (size) => {
        const { page, noticed, open } = browsing
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme: 'light', media: 'screen' })
        await open(toHtml(harmless(report)))
        expect(await overlapsOf(page)).toEqual([])
        await browsing.unfold()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
        expect(noticed).toEqual([`request ${page.url()}`])
      },
    )
  })

  test.each([
    ['light', WIDE],
    ['dark', WIDE],
    ['light', NARROW],
    ['dark', NARROW],
  ] as const)(
    'every text has a contrast of 4.5 to 1 or more, in %s, at $1.width px',
    async (colorScheme, size) => {
      const { page, open } = browsing
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, media: 'screen' })
      for (const report of [NOT_CERTIFIED, MATRIX]) {
        await open(toHtml(harmless(report)))
        await browsing.unfold()
        const all = await contrastsOf(page, 'body *:not(.unseen)')
        expect(all.filter(({ ratio }) => ratio < 4.5)).toEqual([])
      }
    },
  )

  test.each(['light', 'dark'] as const)(
    'so have words on the ground of a waiting time, in %s',
    async (colorScheme) => {
      const { page, open } = browsing
      await page.setViewportSize(WIDE)
      await page.emulateMedia({ colorScheme, media: 'screen' })
      await open(toHtml(harmless(CERTIFIED)))
      await page.evaluate(() => {
        for (const picture of document.querySelectorAll<HTMLElement>('.picture'))
          picture.style.background = 'var(--wait)'
      })
      const words = await contrastsOf(page, '.wait-label')
      expect(words.length).toBeGreaterThan(3)
      expect(words.filter(({ ratio }) => ratio < 4.5)).toEqual([])
    },
  )

  test('a reader comes from a broken clause to the timeline that shows it', async () => {
    const { page, noticed, open } = browsing
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ colorScheme: 'light', media: 'screen' })
    await open(toHtml(harmless(NOT_CERTIFIED)))
    await page.locator('#attention .places a', { hasText: 'SCENARIO-UNUSUAL-PACE' }).first().click()
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe('#scenario/SCENARIO-UNUSUAL-PACE')
    const scenario = page.locator('.scenario:target')
    expect(await scenario.evaluate((article) => article.getBoundingClientRect().top)).toBeLessThan(
      WIDE.height / 2,
    )
    expect(await scenario.locator('text', { hasText: 'waits-poll-after' }).first().isVisible()).toBe(true)
    await scenario.locator('.lines summary').click()
    expect(await scenario.locator('.lines .broken').first().isVisible()).toBe(true)
    expect(noticed.filter((one) => !one.startsWith('request file:'))).toEqual([])
  })

  test('on paper, also on small sheets, pictures are as wide as the page, and each has its lines below it', async () => {
    const { page, open } = browsing
    await page.setViewportSize({ width: 520, height: 1000 })
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
    await open(toHtml(harmless(NOT_CERTIFIED)))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(520)
    const widths = await page
      .locator('.picture svg')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    expect(Math.max(...widths)).toBeLessThanOrEqual(520)
    const lines = await page
      .locator('.lines ol')
      .evaluateAll((all) => all.map((one) => one.checkVisibility()))
    expect(lines).toEqual(Array(6).fill(true))
    expect((await contrastsOf(page, '.picture text')).filter(({ ratio }) => ratio < 4.5)).toEqual([])
    expect(await overlapsOf(page)).toEqual([])
  })

  test('headings step down one by one, and each picture has a name', async () => {
    const { page, open } = browsing
    await page.emulateMedia({ media: 'screen' })
    await open(toHtml(harmless(NOT_CERTIFIED)))
    const levels = await page
      .locator('h1, h2, h3, h4')
      .evaluateAll((all) => all.map((one) => Number(one.tagName[1])))
    expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([])
    expect(
      await page.getByRole('img', { name: /requests of the client and answers of the service/ }).count(),
    ).toBe(6)
  })
})
