import { type PartialProfile, resolveProfile } from '../contract/profile/parse-profile.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { REFERENCE_VERSION } from '../contract/report/report.ts'
import { TEST_KEY_PREFIX } from '../contract/wire/auth.ts'
import { type Mark, markFor } from './marks.ts'
import { pathsOf } from './operations.ts'
import { refusalResponses } from './refusals.ts'
import { schemasOf } from './schemas.ts'

/** The address of a mock that was started without options. */
const LOCAL_MOCK = 'http://127.0.0.1:4010'

const INTRODUCTION = `Made by partner-purchase-kit from the reference of this API, version ${REFERENCE_VERSION}, and from a profile, which answers what the reference does not show.

Each part says what it is based on. \`x-clause\` lists clauses of the reference, whose sentences are quoted. \`x-assumption\` lists gaps: what the reference does not show, the key of the profile that answers it, and where that answer comes from (\`assumed\`, \`observed\` or \`confirmed\`). \`x-open\` lists the gaps that stay open.

Both environments have the same base address: the key selects one.`

/**
 * The contract as an OpenAPI document: 3.1, or 3.2 for a lookup by the method QUERY, which 3.1 can't describe.
 *
 * @param given what differs from the default profile.
 * @param baseUrl the base address of a server.
 * @throws {ProfileError} when the profile can't be used.
 *
 * @example
 * JSON.stringify(openApiDocument({ states: { success: ['ISSUED'] } }), null, 2)
 */
export function openApiDocument(given: PartialProfile = {}, baseUrl: string = LOCAL_MOCK) {
  const profile = resolveProfile(given)
  const mark = markFor(profile)
  const { requestsPerSecond } = profile.limits
  const rate = requestsPerSecond === null ? '' : `\n\nA key may make ${requestsPerSecond} calls a second.`
  const about = mark(INTRODUCTION + rate, {
    clauses: ['documented-operations-only'],
    gaps: ['rate-limits', 'versioning', 'events'],
  })
  return {
    openapi: profile.lookup.method === 'QUERY' ? '3.2.0' : '3.1.0',
    info: {
      title: 'Partner Purchase API',
      version: REFERENCE_VERSION,
      ...about,
      license: { name: 'The document: MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'A mock. The address of your service replaces it.' }],
    security: [{ [SCHEME]: [] }],
    paths: pathsOf(profile, mark),
    components: {
      schemas: schemasOf(profile, mark),
      responses: refusalResponses(profile, mark),
      securitySchemes: securitySchemes(profile, mark),
    },
  }
}

const SCHEME = 'partnerKey'

function securitySchemes({ auth }: Profile, mark: Mark) {
  const { header, format } = auth
  const marks = mark(
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
  return { [SCHEME]: { ...scheme, ...marks } }
}
