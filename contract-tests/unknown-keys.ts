import { TEST_KEY_PREFIX } from '../contract/wire/auth.ts'
import type { Target } from './target/target.ts'

/** If a key is shorter than this after its prefix, changing a character may give the key of another partner. */
const LEAST_CHARACTERS = 12

/**
 * Keys that nobody has, by the words for a call with each: a random one, and some that differ a little from the run's
 * own. None differs only in its last character, since the keys of partners may be numbered.
 */
export function unknownKeys({
  apiKey,
  runId,
}: Pick<Target, 'apiKey' | 'runId'>): Readonly<Record<string, string>> {
  const nobody = { 'with an unknown TEST key': `${TEST_KEY_PREFIX}${runId}` }
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
