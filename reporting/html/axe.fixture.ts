import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { isFull } from '../../contract/testing/sample.fixture.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Takes half of the time. The contrast of every text of a report is measured in looks.browser, too. */
const CONTRAST = { 'color-contrast': { enabled: isFull } }

const OPTIONS: Options = { resultTypes: ['violations'], preload: false, rules: CONTRAST }

/** As much of axe-core as is used: where only violations are asked for, it need not describe all that is right. */
type Options = { resultTypes: ['violations']; preload: false; rules: typeof CONTRAST }
type Axe = { run(options: Options): Promise<Results> }
type Results = { violations: { id: string; nodes: { html: string }[] }[] }

/** Finds what axe-core has against the open page, one line for each rule. Contrast is looked at in the full tests. */
export async function violationsIn(page: Page): Promise<string[]> {
  // Evaluated from outside, which the policy of the page does not hinder.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(async (options) => {
    // The script of axe-core puts itself there.
    const { axe } = globalThis as unknown as { axe: Axe }
    const { violations } = await axe.run(options)
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    )
  }, OPTIONS)
}
