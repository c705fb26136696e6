import { createMiddleware } from 'hono/factory'
import { type Auth, keyInAuthHeader, TEST_KEY_PREFIX } from '../contract/auth.ts'
import type { MockEnv } from './env.ts'
import { recordedHead, redactorOf } from './recorded-request.ts'
import { readRequestBody } from './request-body.ts'
import { refuse } from './respond.ts'

/** Writes every exchange into the journal when it arrives, whatever becomes of it. */
export const record = createMiddleware<MockEnv>(async (c, next) => {
  const { profile, journal } = c.get('mock')
  const clean = redactorOf(c.req.raw.headers, profile.auth)
  const recording = journal.arrive(recordedHead(c.req.raw, profile.auth, clean))
  c.set('clean', clean)
  c.set('recording', recording)
  const body = await readRequestBody(c.req.raw, profile.limits.bodyBytes)
  if (body.kind === 'text') recording.body(clean(body.text))
  c.set('body', body)
  await next()
})

/** Lets a call in whose key is a TEST key (§5.1). */
export const admit = createMiddleware<MockEnv>(async (c, next) => {
  const { profile, directory } = c.get('mock')
  const value = c.req.header(profile.auth.header)
  const key = value === undefined ? undefined : keyInAuthHeader(profile.auth, value)
  const partner = key === undefined ? undefined : directory.find(key)
  if (partner === undefined) return refuse(c, unauthenticated(profile.auth, value, key))
  c.set('partner', partner)
  c.get('recording').identify(partner.id)
  await next()
})

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
  return `The key is malformed: after ${TEST_KEY_PREFIX} come 1 to 128 letters, digits, _ or -.`
}
