import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { isFull } from '../../contract/testing/sample.fixture.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** This rule takes half of the time, and looks.browser measures the contrast of every text anyway. */
const CONTRAST = { 'color-contrast': { enabled: isFull } }

const OPTIONS: Options = { resultTypes: ['violations'], preload: false, rules: CONTRAST }

/**
 * The part of axe-core's types that is used here. Asking only for violations spares it the description of all that
 * passes.
 */
type Options = { resultTypes: ['violations']; preload: false; rules: typeof CONTRAST }
type Axe = { run(options: Options): Promise<Results> }
type Results = { violations: { id: string; nodes: { html: string }[] }[] }

/** Finds the violations on the open page, one line for each rule. Only the full tests include contrast. */
export async function violationsIn(page: Page): Promise<string[]> {
  // Code that is evaluated from outside is not blocked by the policy of the page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(async (options) => {
    // The script of axe-core defines this global.
    const { axe } = globalThis as unknown as { axe: Axe }
    const { violations } = await axe.run(options)
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    )
  }, OPTIONS)
}
