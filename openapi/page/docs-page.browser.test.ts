import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { isFull } from '../../contract/testing/sample.fixture.ts'
import { violationsIn } from '../../reporting/html/axe.fixture.ts'
import { browsing, hasBrowser, NARROW } from '../../reporting/html/browser.fixture.ts'
import { docsPage } from './docs-page.ts'

const PAGE = docsPage(resolveProfile({ provenance: { auth: 'confirmed', money: 'observed' } }), {
  'openapi.json': '#',
})

describe.runIf(hasBrowser)('the page of the contract', () => {
  const browser = browsing()

  test('loads nothing, and axe-core finds no violation, narrow, dark and unfolded; in full also wide and light', async () => {
    const { page, open, unfold, view, noticed } = browser()
    await open(PAGE)
    expect(noticed).toEqual([expect.stringMatching(/^request file:/)])
    if (isFull) expect(await violationsIn(page)).toEqual([])
    await unfold()
    await view({ size: NARROW, colorScheme: 'dark' })
    expect(await violationsIn(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  })
})
