import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { GAPS } from '../../../contract/reference/gaps.ts'

const HEAD = `// The answers to what the reference does not show. Every key may be left out: then its default applies, as below.
// Write down under "provenance" which answers you have "observed" on the service, or its operator has "confirmed".`

/** A profile with every default, and in comments what each key answers. */
export function profileText(): string {
  const sections = Object.entries(DEFAULT_PROFILE).map(([section, value]) => {
    const gaps = Object.values(GAPS).filter(({ profileKey }) => profileKey?.split('.')[0] === section)
    const comments = gaps.map(({ profileKey, text }) => `  // ${profileKey}: ${text}\n`).join('')
    return `${comments}  ${JSON.stringify(section)}: ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}`
  })
  const schema = '  "$schema": "./node_modules/partner-purchase-kit/dist/profile.schema.json"'
  return `${HEAD}\n{\n${[schema, ...sections].join(',\n')}\n}\n`
}
