import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../contract/testing/sample.fixture.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { browsing, hasBrowser, NARROW } from './browser.fixture.ts'
import { toCertificate, toHtml } from './page.ts'
import { CERTIFIED, NOT_BEGUN, NOT_CERTIFIED } from './sample-certificates.fixture.ts'
import { MATRIX } from './sample-matrix.fixture.ts'
import { BROKEN, KEPT } from './sample-reports.fixture.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** One page of each kind. */
const SAMPLE = {
  'not certified': toHtml(harmless(NOT_CERTIFIED)),
  'a certificate alone': toCertificate(harmless(CERTIFIED)),
  'a matrix of assumptions': toHtml(harmless(MATRIX)),
  broken: toHtml(harmless(BROKEN)),
}

/** Pages with fewer kinds of elements than those. */
const OTHERS = {
  certified: toHtml(harmless(CERTIFIED)),
  'a client that could not begin': toHtml(harmless(NOT_BEGUN)),
  kept: toHtml(harmless(KEPT)),
}

const PAGES = { ...SAMPLE, ...(isFull && OTHERS) }

/** Takes half of the time. The contrast of every text is measured in page.browser and certificate.browser, too. */
const CONTRAST = { 'color-contrast': { enabled: isFull } }

const OPTIONS: Options = { resultTypes: ['violations'], preload: false, rules: CONTRAST }

/** As much of axe-core as is used: where only violations are asked for, it need not describe all that is right. */
type Options = { resultTypes: ['violations']; preload: false; rules: typeof CONTRAST }
type Axe = { run(options: Options): Promise<Results> }
type Results = { violations: { id: string; nodes: { html: string }[] }[] }

describe.runIf(hasBrowser)('axe-core finds no violation', () => {
  const browser = browsing()

  test.each(Object.entries(PAGES))(
    'in %s: light, wide and folded; dark, narrow and unfolded',
    async (_, html) => {
      const { page, open, unfold, view } = browser()
      await open(html)
      // Evaluated from outside, which the policy of the page does not hinder.
      await page.evaluate(AXE)
      const violations = () =>
        page.evaluate(async (options) => {
          // The script of axe-core puts itself there.
          const { axe } = globalThis as unknown as { axe: Axe }
          const { violations } = await axe.run(options)
          return violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
          )
        }, OPTIONS)
      expect(await violations()).toEqual([])
      await unfold()
      await view({ size: NARROW, colorScheme: 'dark' })
      expect(await violations()).toEqual([])
    },
  )
})
