import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../cli/testing/built-package.fixture.ts'
import { describeMachine } from '../machine.ts'
import type { Install } from './measure.ts'
import { excessOf, installSection, installSectionOf, withInstallSection } from './section.ts'

const KIT: Install = {
  title: 'this kit',
  packages: 9,
  megabytes: 17.26,
  seconds: { emptyCache: 4.04, filledCache: 2.5 },
}
const SECTION = installSection([KIT], describeMachine(), '11.0.0')
const PAGE = readFileSync(join(ROOT, 'docs', 'performance.md'), 'utf8')

test('a section shows the figures of each product', () => {
  expect(SECTION).toContain('| this kit | 9 | 17.3 | 4.0 | 2.5 |')
})

test('the section of the page is replaced, and nothing else', () => {
  const page = withInstallSection(PAGE, SECTION)
  expect(installSectionOf(page)).toBe(SECTION)
  expect(withInstallSection(page, installSectionOf(PAGE))).toBe(PAGE)
})

test('a page without the section is refused', () => {
  expect(() => installSectionOf('# Performance\n')).toThrow('no section "## Install"')
})

test('an install over a bound is named, one within them is not', () => {
  expect(excessOf(KIT)).toEqual([])
  expect(
    excessOf({ ...KIT, packages: 10, megabytes: 19.04, seconds: { emptyCache: 9, filledCache: 7 } }),
  ).toEqual(['10 packages, 9 allowed', '19.0 MB, 19 allowed', '7.0 s, 6 allowed'])
})
