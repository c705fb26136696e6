import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Words that a reader with English as a second language does not know, or that hide who does what. */
const WORDS = `
  albeit, all the same, amid, anew, are told, at the most, became of, become of, becomes of, befall,
  befalls, befell, comes to no, errand, for ever, goes by, gone through, has come to, has it that, heed,
  held against, held back, hence, henceforth, hitherto, in turns, is none of, is told, lest, let in,
  lets in, mend, mended, mends, misfit, misspelt, nought, of its own accord, purse, spelt, stood,
  that are none, that is none, thereby, therein, thereof, thus, to be had, upon, whatsoever, wheresoever,
  wherever, whichever, whoever, whomever`
  .trim()
  .split(/,\s+/)

const PAGES_AND_SOURCES =
  '{,{bench,build,certification,checkers,cli,consumers,contract,contract-tests,dashboard,decisions,docs,examples,fixtures,mock-server,openapi,reference-client,reporting,templates,testing}/**/}*.{ts,md,yml}'

const WRITTEN = new RegExp(`\\b(?:${WORDS.join('|')})\\b`, 'i')

/** The reference is quoted as it is, and this file lists the words. */
// A released migration of a schema is not edited, not even in its comments.
const EXCLUDED =
  /^docs\/reference-|^contract\/reference\/|^mock-server\/store\/sqlite\/schema\.ts$|plain-words\.test\.ts$/

test('sources and pages are written in plain words', () => {
  const files = globSync(PAGES_AND_SOURCES, { cwd: ROOT, exclude: ['**/node_modules/**'] })
  const found = files
    .filter((file) => !EXCLUDED.test(file.replaceAll('\\', '/')))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (WRITTEN.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    )
  expect(found).toEqual([])
})
