import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { browsing, hasBrowser, NARROW } from '../../reporting/html/browser.fixture.ts'
import { docsPage } from './docs-page.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PAGE = docsPage(resolveProfile({ provenance: { auth: 'confirmed', money: 'observed' } }), {
  'openapi.json': '#',
})

describe.runIf(hasBrowser)('the page of the contract', () => {
  const browser = browsing()

  test('loads nothing, and axe-core finds no violation: wide and light, narrow and dark', async () => {
    const { page, open, unfold, view, noticed } = browser()
    await open(PAGE)
    expect(noticed).toEqual([expect.stringMatching(/^request file:/)])
    const violations = async () => {
      await page.evaluate(AXE)
      return page.evaluate(async () => {
        // The script of axe-core puts itself there.
        const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
        return (await axe.run()).violations.map(({ id }) => id)
      })
    }
    expect(await violations()).toEqual([])
    await unfold()
    await view({ size: NARROW, colorScheme: 'dark' })
    expect(await violations()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  })
})
