import { describe, expect, test } from 'vitest'
import { isFull } from '../../contract/testing/sample.fixture.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { violationsIn } from './axe.fixture.ts'
import { browsing, hasBrowser, NARROW } from './browser.fixture.ts'
import { toCertificate, toHtml } from './page.ts'
import { CERTIFIED, NOT_BEGUN, NOT_CERTIFIED } from './sample-certificates.fixture.ts'
import { MATRIX } from './sample-matrix.fixture.ts'
import { BROKEN, KEPT } from './sample-reports.fixture.ts'

/** One page of each kind. */
const SAMPLE = {
  'not certified': toHtml(harmless(NOT_CERTIFIED)),
  'a matrix of assumptions': toHtml(harmless(MATRIX)),
}

/** Pages with fewer kinds of elements than those. */
const OTHERS = {
  broken: toHtml(harmless(BROKEN)),
  'a certificate alone': toCertificate(harmless(CERTIFIED)),
  certified: toHtml(harmless(CERTIFIED)),
  'a client that could not begin': toHtml(harmless(NOT_BEGUN)),
  kept: toHtml(harmless(KEPT)),
}

const PAGES = { ...SAMPLE, ...(isFull && OTHERS) }

describe.runIf(hasBrowser)('axe-core finds no violation', () => {
  const browser = browsing()

  test.each(Object.entries(PAGES))(
    'in %s, dark, narrow and unfolded; in full also light, wide and folded',
    async (_, html) => {
      const { page, open, unfold, view } = browser()
      await open(html)
      if (isFull) expect(await violationsIn(page)).toEqual([])
      await unfold()
      await view({ size: NARROW, colorScheme: 'dark' })
      expect(await violationsIn(page)).toEqual([])
    },
  )
})
