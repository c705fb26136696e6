import { TEST_KEY_PREFIX } from '../contract/wire/auth.ts'
import type { Target } from './target/target.ts'

/** A key with fewer characters after its prefix may be another partner's as soon as one is changed. */
const LEAST_CHARACTERS = 12

/**
 * Keys that nobody has, by how a call is made with one: a key like any other, and some that differ a little from the run's
 * own. None differs in its last character alone, since the keys of partners may be numbered.
 */
export function unknownKeys({
  apiKey,
  runId,
}: Pick<Target, 'apiKey' | 'runId'>): Readonly<Record<string, string>> {
  const nobody = { 'with a TEST key of nobody': `${TEST_KEY_PREFIX}${runId}` }
  const own = apiKey.slice(TEST_KEY_PREFIX.length)
  if (own.length < LEAST_CHARACTERS) return nobody
  const half = own.slice(0, Math.ceil(own.length / 2))
  return {
    ...nobody,
    "with the run's key and another end": TEST_KEY_PREFIX + half + runId.slice(0, own.length - half.length),
    "with half of the run's key": TEST_KEY_PREFIX + half,
    "with the run's key and one more character": `${apiKey}0`,
    "with the run's key in another case": TEST_KEY_PREFIX + inOtherCase(own),
  }
}

function inOtherCase(text: string): string {
  const swapped = (letter: string) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  return [...text].map(swapped).join('')
}
