import { describe, expect, test } from 'vitest'
import { isFull } from '../../contract/testing/sample.fixture.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { violationsIn } from './axe.fixture.ts'
import { browsing, contrastsOf, hasBrowser, NARROW, WIDE } from './browser.fixture.ts'
import { EVERY_PLACE, everywhere } from './every-text.fixture.ts'
import { toHtml } from './page.ts'
import {
  CERTIFIED,
  CROWDED,
  certification,
  INCOMPLETE_CERTIFICATION,
  NOT_BEGUN,
  NOT_CERTIFIED,
} from './sample-certificates.fixture.ts'
import { BROKEN, INCOMPLETE, KEPT } from './sample-reports.fixture.ts'
import { AT_ONCE, BOUGHT_TWICE, MISREAD } from './sample-scenarios.fixture.ts'

const HOSTILE = `</style><script>alert(1)</script>"'><img src=http://evil.example onerror=alert(1)>\u202e${'x'.repeat(500)}`

/** Each kind of element. */
const SAMPLE = {
  'a client that is not certified': toHtml(harmless(certification([BOUGHT_TWICE, MISREAD, AT_ONCE]))),
  'a failing run with texts from outside': toHtml(harmless(everywhere(EVERY_PLACE, HOSTILE))),
}

/** Longer pages of the same kinds, and pages with fewer. */
const OTHERS = {
  'a failing run': toHtml(harmless(BROKEN)),
  'a run that is kept': toHtml(harmless(KEPT)),
  'an incomplete run': toHtml(harmless(INCOMPLETE)),
  'a client that breaks much': toHtml(harmless(NOT_CERTIFIED)),
  'many requests': toHtml(harmless(CROWDED)),
  'a certified client': toHtml(harmless(CERTIFIED)),
  'an incomplete certification': toHtml(harmless(INCOMPLETE_CERTIFICATION)),
  'a client that could not begin': toHtml(harmless(NOT_BEGUN)),
}

const PAGES = Object.entries({ ...SAMPLE, ...(isFull && OTHERS) })
const VIEWS = [
  { size: NARROW, colorScheme: 'dark' },
  { size: WIDE, colorScheme: 'light' },
] as const

describe.runIf(hasBrowser)('a page', () => {
  const browser = browsing()

  test.each(PAGES)(
    'of %s asks for nothing, fits a desk and a telephone, can be read, and axe-core finds no violation',
    async (_, html) => {
      const { page, noticed, open, unfold, view } = browser()
      await open(html)
      if (isFull) expect(await violationsIn(page)).toEqual([])
      await unfold()
      for (const seen of VIEWS) {
        await view(seen)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(seen.size.width)
        const texts = await contrastsOf(page, 'body *:not(.unseen)')
        expect(texts.filter(({ ratio }) => ratio < 4.5)).toEqual([])
        if (isFull || seen.size === NARROW) expect(await violationsIn(page)).toEqual([])
      }
      expect(noticed).toEqual([`request ${page.url()}`])
    },
  )
})
