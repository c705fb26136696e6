import type { Profile } from '../../../contract/profile/profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { Language } from '../language.ts'
import { CODE, type CodeId } from './snippets.ts'

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
  return isUsual ? CODE[language][id] : undefined
}
