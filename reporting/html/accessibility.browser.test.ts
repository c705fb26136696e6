import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { browsing, hasBrowser, NARROW } from './browser.fixture.ts'
import { toCertificate, toHtml } from './page.ts'
import { CERTIFIED, NOT_BEGUN, NOT_CERTIFIED } from './sample-certificates.fixture.ts'
import { MATRIX } from './sample-matrix.fixture.ts'
import { BROKEN, KEPT } from './sample-reports.fixture.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const PAGES = {
  certified: toHtml(harmless(CERTIFIED)),
  'not certified': toHtml(harmless(NOT_CERTIFIED)),
  'a client that could not begin': toHtml(harmless(NOT_BEGUN)),
  'a certificate alone': toCertificate(harmless(CERTIFIED)),
  'a matrix of assumptions': toHtml(harmless(MATRIX)),
  kept: toHtml(harmless(KEPT)),
  broken: toHtml(harmless(BROKEN)),
}

/** As much of what axe-core returns as is looked at. */
type Results = { violations: { id: string; nodes: { html: string }[] }[] }

describe.runIf(hasBrowser)('axe-core finds no violation', () => {
  const browser = browsing()

  test.each(Object.entries(PAGES))(
    'in %s: light, wide and folded; dark, narrow and unfolded',
    async (_, html) => {
      const { page, open, unfold, view } = browser()
      await open(html)
      const violations = async () => {
        // Evaluated from outside, which the policy of the page does not hinder.
        await page.evaluate(AXE)
        return page.evaluate(async () => {
          // The script of axe-core puts itself there.
          const { axe } = globalThis as unknown as { axe: { run(): Promise<Results> } }
          const { violations } = await axe.run()
          return violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
          )
        })
      }
      expect(await violations()).toEqual([])
      await unfold()
      await view({ size: NARROW, colorScheme: 'dark' })
      expect(await violations()).toEqual([])
    },
  )
})
