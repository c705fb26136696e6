import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Words that a reader with English as a second language does not know, or that hide who does what. */
const WORDS = [
  'albeit',
  'amid',
  'become of',
  'befall',
  'befalls',
  'befell',
  'for ever',
  'gone through',
  'has it that',
  'heed',
  'hence',
  'henceforth',
  'hitherto',
  'in turns',
  'lest',
  'mend',
  'mended',
  'mends',
  'misspelt',
  'nought',
  'thereby',
  'therein',
  'thereof',
  'thus',
  'to be had',
  'upon',
  'whatsoever',
  'wheresoever',
  'whomever',
]

const PAGES_AND_SOURCES =
  '{,{bench,build,certification,cli,contract,contract-tests,decisions,docs,examples,fixtures,mock-server,reference-client,reporting,testing}/**/}*.{ts,md}'

const WRITTEN = new RegExp(`\\b(?:${WORDS.join('|')})\\b`, 'i')

/** The reference is quoted as it is, and this file lists the words. */
const EXCLUDED = /^docs\/reference-|^contract\/reference\/|plain-words\.test\.ts$/

test('sources and pages are written in plain words', () => {
  const files = globSync(PAGES_AND_SOURCES, { cwd: ROOT })
  const found = files
    .filter((file) => !EXCLUDED.test(file.replaceAll('\\', '/')))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (WRITTEN.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    )
  expect(found).toEqual([])
})
