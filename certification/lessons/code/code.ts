import type { Profile } from '../../../contract/profile/profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { Language } from '../language.ts'
import {
  type CodeId,
  type CodeOf,
  CSHARP,
  CURL,
  GO,
  JAVA,
  JAVASCRIPT,
  PHP,
  PYTHON,
  RUBY,
  RUST,
} from './snippets.ts'

/** How far the tests prove the code of a language: it runs, only its syntax is checked, or nothing checks it. */
type Proof = 'runs' | 'parses' | 'unchecked'

/** The code of each language, and how far it is proven where the language is installed. */
export const CODE: { readonly [Name in Language]: { readonly code: CodeOf; readonly proof: Proof } } = {
  python: { code: PYTHON, proof: 'runs' },
  java: { code: JAVA, proof: 'runs' },
  javascript: { code: JAVASCRIPT, proof: 'runs' },
  curl: { code: CURL, proof: 'runs' },
  rust: { code: RUST, proof: 'parses' },
  php: { code: PHP, proof: 'unchecked' },
  go: { code: GO, proof: 'unchecked' },
  csharp: { code: CSHARP, proof: 'unchecked' },
  ruby: { code: RUBY, proof: 'unchecked' },
}

/** The answers of the profile that a piece of code is written for: for others it would be wrong. */
const WRITTEN_FOR: { readonly [Id in CodeId]?: (profile: Profile) => unknown } = {
  call: ({ auth }) => auth,
  body: ({ auth }) => auth,
  amount: ({ money }) => money.format,
  'lookup-path': ({ lookup }) => lookup,
}

/** Some advice as code in the language of a client; undefined where it is not known, or the profile asks for other code. */
export function codeFor(
  id: CodeId | undefined,
  language: Language | undefined,
  profile: Profile,
): string | undefined {
  if (id === undefined || language === undefined) return undefined
  const answer = WRITTEN_FOR[id]
  const isUsual =
    answer === undefined || JSON.stringify(answer(profile)) === JSON.stringify(answer(DEFAULT_PROFILE))
  return isUsual ? CODE[language].code[id] : undefined
}
