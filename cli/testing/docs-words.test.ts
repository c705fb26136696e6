import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './built-package.fixture.ts'

/** What users read. What only who works on the kit reads is in docs/maintainers. */
const PAGES = globSync('docs/**/*.md', { cwd: ROOT }).filter(
  (page) => !page.startsWith(join('docs', 'maintainers')),
)

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const wordsIn = (file: string) => read(file).split(/\s+/).filter(Boolean).length

describe('the pages for users are short:', () => {
  test.each(PAGES)('%s has at most 1,200 words', (page) => {
    expect(wordsIn(page)).toBeLessThanOrEqual(1_200)
  })

  test('README.md has at most 900', () => {
    expect(wordsIn('README.md')).toBeLessThanOrEqual(900)
  })

  test('all of them have at most 22,000', () => {
    const all = ['README.md', ...PAGES].map(wordsIn)
    expect(all.reduce((sum, words) => sum + words, 0)).toBeLessThanOrEqual(22_000)
  })

  test('the glossary has at most twelve words', () => {
    expect(read('docs/glossary.md').match(/^\| \*\*/gm)?.length).toBeLessThanOrEqual(12)
  })
})

test('every page for users is reached from README.md or llms.txt', () => {
  const linked = `${read('README.md')}${read('llms.txt')}`
  const missing = PAGES.map((page) => page.replaceAll('\\', '/')).filter((page) => !linked.includes(page))
  expect(missing).toEqual([])
})

/** The sources without their comments, which a terminal does not show. */
const SOURCES = globSync(
  '{certification,cli,contract,contract-tests,mock-server,proxy,reporting,testing}/**/*.ts',
  { cwd: ROOT },
)
  .filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))
  .map((file) => read(file).replaceAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))

/** The words of the first column that stand as code, without the parts that differ from run to run. */
function messagesOf(row: string): string[] {
  const [cell = ''] = row.slice(2).split(' | ')
  const codes = Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text)
  return codes.flatMap((text) => text.split('…')).map((text) => text.trim())
}

const ROWS = read('docs/troubleshooting.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| it says'))

test.each(ROWS)('the kit says what troubleshooting quotes: %s', (row) => {
  const unknown = messagesOf(row).filter((message) => !SOURCES.some((source) => source.includes(message)))
  expect(unknown).toEqual([])
})
