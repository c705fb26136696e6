import { expect, test } from 'vitest'
import { type PartialProfile, resolveProfile } from '../../contract/profile/parse-profile.ts'
import { GAPS } from '../../contract/reference/gaps.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { docsPage } from './docs-page.ts'

const pageOf = (given: PartialProfile = {}) => docsPage(resolveProfile(given), {})

test('every call has a section, and every gap a place that each link leads to', () => {
  const html = pageOf()
  for (const id of OPERATION_IDS) expect(html).toContain(`<section id="${id}"`)
  const places = Object.keys(GAPS).map((id) => `gap-${id}`)
  for (const place of places) expect(html).toContain(`id="${place}"`)
  const ids = Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id)
  const targets = Array.from(html.matchAll(/href="#([^"]+)"/g), ([, id = '']) => id)
  expect(targets.filter((target) => !ids.includes(target))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('what is assumed, observed and confirmed is set apart in different ways', () => {
  const html = pageOf({ provenance: { auth: 'confirmed', money: 'observed' } })
  expect(html).toMatch(/class="origin confirmed"><p><b>Confirmed<\/b> <a href="#gap-key-transport">/)
  expect(html).toMatch(/class="origin observed"><p><b>Observed<\/b> <a href="#gap-money-format">/)
  expect(html).toMatch(/class="origin assumed"><p><b>Assumed<\/b> <a href="#gap-settled-states">/)
  expect(html).toMatch(/class="origin documented"><p><b>Documented<\/b> <code>purchase-position<\/code>/)
})

test('the positions of the profile are shown, also through a list', () => {
  const html = pageOf({ products: { pointer: '/data/pages/0/items' } })
  expect(html).toContain('<code class="place">data.pages[0].items[].sku</code>')
  expect(html).toContain('<code class="place">data.order.order.status</code>')
})

test('what a profile says is text on the page', () => {
  const html = pageOf({ states: { success: ['<img src=x>'], failure: ['"><b>'] } })
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x&gt;')
})
