import { createMiddleware } from 'hono/factory'
import { type Auth, isTestKey, keyInAuthHeader, TEST_KEY_PREFIX } from '../contract/auth.ts'
import { connectionOf } from './caller.ts'
import { watchDelivery } from './delivery.ts'
import type { MockContext, MockEnv } from './env.ts'
import { callerRate } from './rate-limit.ts'
import { recordedHead, redactorOf } from './recorded-request.ts'
import { readRequestBody } from './request-body.ts'
import { refuse } from './respond.ts'
import { enterWorld, refuseRevoked } from './world-entry.ts'

/** Writes every exchange into the journal when it arrives, whatever becomes of it. */
export const record = createMiddleware<MockEnv>(async (c, next) => {
  const { profile, journal, adminToken } = c.get('mock')
  const clean = redactorOf(c.req.raw.headers, profile.auth, adminToken)
  const recording = journal.arrive(recordedHead(c.req.raw, profile.auth, clean))
  const connection = connectionOf(c.env)
  if (connection !== undefined) watchDelivery(connection, recording)
  c.set('clean', clean)
  c.set('recording', recording)
  const body = await readRequestBody(c.req.raw, profile.limits.bodyBytes)
  if (body.kind === 'text') recording.body(clean(body.text))
  c.set('body', body)
  await next()
  if (connection === undefined && !c.get('isStreamed'))
    recording.deliver(c.req.raw.signal.aborted ? 'lost' : 'delivered')
})

/** Lets a call in whose key is a TEST key (§5.1), and one of the list where the door is closed. */
export const admit = createMiddleware<MockEnv>(async (c, next) => {
  const { profile, directory } = c.get('mock')
  const value = c.req.header(profile.auth.header)
  const key = value === undefined ? undefined : keyInAuthHeader(profile.auth, value)
  const partner = key === undefined ? undefined : directory.find(key)
  if (partner === undefined) return refuse(c, unauthenticated(profile.auth, value, key))
  c.get('recording').identify(partner.id)
  c.set('partner', partner)
  if (!isToldLater(c) && (await enterWorld(c)).isRevoked) return refuseRevoked(c)
  await next()
})

const TOLD_BY_STORE: ReadonlySet<string> = new Set(['createOrder', 'lookupOrder', 'getBalance'])

/**
 * Whether the operation will hear of the store by itself that the key is revoked: to ask first would cost a round
 * trip. Not where something else could refuse the call before: a revoked key is what a caller is told first.
 */
function isToldLater(c: MockContext): boolean {
  return (
    TOLD_BY_STORE.has(c.get('operation')) && c.get('partner').allowlist === null && callerRate(c) === null
  )
}

function unauthenticated(auth: Auth, value: string | undefined, key: string | undefined) {
  const expected = `${auth.header}: ${auth.format.replace('{key}', `${TEST_KEY_PREFIX}…`)}`
  const found = unauthenticatedBecause(auth, value, key)
  const detail = `${found} This mock has a TEST mode only; send \`${expected}\`.`
  return { code: 'unauthenticated', detail, field: auth.header } as const
}

function unauthenticatedBecause(auth: Auth, value: string | undefined, key: string | undefined): string {
  if (value === undefined) return `The header ${auth.header} is missing.`
  if (key === undefined) return `The header ${auth.header} is not of the form \`${auth.format}\`.`
  if (!key.startsWith(TEST_KEY_PREFIX)) return `The key does not begin with ${TEST_KEY_PREFIX}.`
  return isTestKey(key)
    ? 'The key is not on the list of partners that this mock is closed to.'
    : `The key is malformed: after ${TEST_KEY_PREFIX} come 1 to 128 letters, digits, _ or -.`
}
