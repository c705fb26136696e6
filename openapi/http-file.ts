import { type PartialProfile, resolveProfile } from '../contract/profile/parse-profile.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { authHeaderValue } from '../contract/wire/auth.ts'
import { OPERATION_IDS, type Operation, operationsOf } from '../contract/wire/operations.ts'
import { LOCAL_MOCK } from './openapi-document.ts'
import { CARD } from './parts/examples.ts'

const VARIABLES = { partnerReference: '{{partnerReference}}', sku: '{{sku}}' }

/**
 * The six calls as a `.http` file, which editors send (the HTTP Client of JetBrains, the REST Client of Visual Studio Code).
 *
 * @param given what differs from the default profile.
 * @param baseUrl the base address of a server.
 * @throws {ProfileError} when the profile can't be used.
 *
 * @example
 * writeFileSync('calls.http', httpFile())
 */
export function httpFile(given: PartialProfile = {}, baseUrl: string = LOCAL_MOCK): string {
  const profile = resolveProfile(given)
  const operations = operationsOf(profile)
  const head = [
    `@baseUrl = ${baseUrl}`,
    '# On the mock, any key that begins with pk_test_. Keep a real one out of this file.',
    '@key = pk_test_me',
    `@sku = ${CARD}`,
    '# Stable, and another one for each intended purchase.',
    '@partnerReference = SHOP:1001',
  ]
  return `${[head.join('\n'), ...OPERATION_IDS.map((id) => callOf(operations[id], profile))].join('\n\n')}\n`
}

function callOf({ id, method, path, purpose }: Operation, { auth }: Profile): string {
  const target = path.replace(/\{(\w+)\}/g, '{{$1}}')
  const body = ['Content-Type: application/json', '', JSON.stringify(VARIABLES)]
  return [
    `### ${purpose}`,
    `# @name ${id}`,
    `${method} {{baseUrl}}${target}`,
    `${auth.header}: ${authHeaderValue(auth, '{{key}}')}`,
    ...(id === 'createOrder' ? body : []),
  ].join('\n')
}
