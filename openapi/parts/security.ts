import type { Profile } from '../../contract/profile/profile.ts'
import { TEST_KEY_PREFIX } from '../../contract/wire/auth.ts'
import type { Mark } from '../marks.ts'

/** The name of the only security scheme. */
export const SCHEME = 'partnerKey'

/** How the key is sent, as the profile has it. */
export function securitySchemes({ auth }: Profile, mark: Mark) {
  const { header, format } = auth
  const said = mark(
    `The key of the partner, in the header \`${header}\` as \`${format}\`. A TEST key begins with \`${TEST_KEY_PREFIX}\`.`,
    {
      clauses: ['key-required', 'key-stays-on-server', 'ping-mode-test'],
      gaps: ['key-transport', 'non-test-prefix', 'non-test-environment'],
    },
  )
  const isBearer = header.toLowerCase() === 'authorization' && /^bearer \{key\}$/i.test(format)
  const scheme = isBearer
    ? { type: 'http' as const, scheme: 'bearer', bearerFormat: `${TEST_KEY_PREFIX}…` }
    : { type: 'apiKey' as const, in: 'header' as const, name: header }
  return { [SCHEME]: { ...scheme, ...said } }
}
