import { describe, expect, test } from 'vitest'
import { certify } from '../../certification/testing/certification.fixture.ts'
import { clientOf } from '../../certification/testing/clients.fixture.ts'
import type { Report } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { browsing, hasBrowser } from './browser.fixture.ts'
import { toHtml } from './page.ts'

const FROM_A_BROWSER = { headers: { origin: 'https://shop.example' } }

/** Clients of all 36 scenarios, each with what it breaks. */
const CERTIFIED = certify(clientOf({}))
const digest = `sha256-${'0123456789abcdef'.repeat(4)}`
/** One with all that can be said of a client. */
const FULL: Report = {
  ...CERTIFIED,
  challenge: 'a challenge of as many characters as a name can have, '.repeat(2).trim(),
  scenarioTable: { digest, builtIn: true },
  seal: { rules: '7', digest },
  subject: {
    ...{ name: 'The client of ACME with a long name that takes most of a line', digest },
    command:
      'node --enable-source-maps --max-old-space-size=512 services/partner/dist/buy-one-card.js --verbose',
    ...{ commit: 'c0ffee'.repeat(6), dirty: true, tracked: digest },
    files: Array.from({ length: 8 }, (_, index) => ({ path: `services/partner/part-${index}.js`, digest })),
    userAgents: ['acme-partner-client/3.2.1 (linux; node 24.1.0)', 'undici', 'curl/8.9'],
  },
}
const WARNED = certify(clientOf({ reference: (purchase) => `SHOP_${purchase}` }))
const THREE_MUSTS = certify(
  clientOf({
    reference: (purchase) => `SHOP_${purchase}`,
    afterLoss: 'buy again',
    pause: (_, { pollAfterSeconds = 1 }) => pollAfterSeconds / 2,
  }),
  FROM_A_BROWSER,
)

const brokenIn = ({ clauses }: Report, level: string) =>
  clauses.filter((clause) => clause.verdict === 'broken' && clause.level === level).length

test('the samples break what they are meant to break, in every scenario that there is', () => {
  const broken = [CERTIFIED, WARNED, THREE_MUSTS].map((one) => [
    brokenIn(one, 'must'),
    brokenIn(one, 'should'),
  ])
  expect(broken).toEqual([
    [0, 0],
    [0, 1],
    [3, 1],
  ])
  expect(WARNED.clauses.find(({ verdict }) => verdict === 'broken')?.checks.length).toBeGreaterThan(30)
})

describe.runIf(hasBrowser)('a certification of all scenarios', () => {
  const browser = browsing()

  const pagesOf = async (html: string) => {
    const { page, open } = browser()
    await open(html)
    await page.emulateMedia({ media: null })
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  }

  test.each([
    ['a client that breaks three musts', THREE_MUSTS, 12],
    ['a certified client', CERTIFIED, 6],
    ['a certified client of which all is known', FULL, 7],
    ['a certified client with a warning in every scenario', WARNED, 6],
  ] as const)('of %s prints on few pages of A4', async (_, report, most) => {
    expect(await pagesOf(toHtml(harmless(report)))).toBeLessThanOrEqual(most)
  })

  test('has its certificate on the first page', async () => {
    const { page, open } = browser()
    await open(toHtml(harmless(CERTIFIED)), { media: 'print', size: { width: 680, height: 1009 } })
    const certificate = page.locator('#outcome')
    expect(await certificate.evaluate((one) => getComputedStyle(one).breakAfter)).toBe('page')
    expect((await certificate.boundingBox())?.height).toBeLessThan(960)
  })

  test.each([
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ])('shows the first broken must on the first screen of $width px, and is not long', async (size) => {
    const { page, open } = browser()
    await open(toHtml(harmless(THREE_MUSTS)), { size })
    const first = page.locator('article.clause').first()
    expect(await first.locator('.mark .verdict').first().getAttribute('class')).toContain('broken')
    const name = await first.locator('h3').boundingBox()
    expect((name?.y ?? Number.NaN) + (name?.height ?? 0)).toBeLessThan(size.height)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(16_000)
  })

  test('shows each broken request of its open scenario at 390 px, without moving it aside', async () => {
    const { page, open } = browser()
    await open(toHtml(harmless(THREE_MUSTS)), { size: { width: 390, height: 844 } })
    const rows = await page
      .locator('details.scenario[open] .requests tr.broken')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      )
    expect(rows.length).toBeGreaterThan(0)
    for (const [left = -1, right = 1e9] of rows) expect(left >= 0 && right <= 390).toBe(true)
  })
})
