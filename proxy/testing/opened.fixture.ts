import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { TestContext } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { authHeaderValue } from '../../contract/wire/auth.ts'
import { expandPath } from '../../contract/wire/path-template.ts'
import { type OpenedProxy, openProxy, type ProxyOptions } from '../serve.ts'
import { plainService, type Service } from './services.fixture.ts'

type Test = Pick<TestContext, 'onTestFinished'>

/** What a client saw of one call: its status and body, or how the connection failed. */
export type Seen = {
  readonly status: number | null
  readonly body: string
  readonly failure: string | null
  readonly headers: Readonly<Record<string, unknown>>
}

/** A call with any headers, over a connection of its own. It never rejects. */
export function call(
  base: string,
  method: string,
  path: string,
  {
    headers = {},
    body,
  }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<Seen> {
  const { hostname, port } = new URL(base)
  const { promise, resolve } = Promise.withResolvers<Seen>()
  const sent = request({ host: hostname, port, path, method, headers, agent: new Agent() }, (response) => {
    let text = ''
    response.on('data', (chunk: Buffer) => (text += chunk))
    const { statusCode = 0, headers: got } = response
    response.on('end', () => resolve({ status: statusCode, body: text, failure: null, headers: got }))
    response.on('error', (cause: NodeJS.ErrnoException) =>
      resolve({ status: null, body: text, failure: cause.code ?? cause.message, headers: got }),
    )
  })
  sent.on('error', (cause: NodeJS.ErrnoException) =>
    resolve({ status: null, body: '', failure: cause.code ?? cause.message, headers: {} }),
  )
  sent.end(body)
  return promise
}

/** What comes back for bytes that are written as they are. */
export function raw(url: string, bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
  socket.on('data', (chunk) => (text += chunk)).on('error', () => resolve(text))
  socket.on('close', () => resolve(text))
  socket.setTimeout(1_000, () => socket.destroy())
  return promise
}

export function clientOf(base: string, { profile }: Pick<Service, 'profile'>, key: string) {
  const { auth, lookup } = resolveProfile(profile as never)
  const headers = { [auth.header]: authHeaderValue(auth, key) }
  const json = { ...headers, 'content-type': 'application/json' }
  return {
    get: (path: string) => call(base, 'GET', path, { headers }),
    buy: (partnerReference: string, sku: string) =>
      call(base, 'POST', '/orders', { headers: json, body: JSON.stringify({ partnerReference, sku }) }),
    send: (body: string, more: Readonly<Record<string, string>> = {}) =>
      call(base, 'POST', '/orders', { headers: { ...json, ...more }, body }),
    lookUp: (reference: string) =>
      call(base, lookup.method, expandPath(lookup.path, { partnerReference: reference }), { headers }),
    order: (fault: string, rest: Record<string, unknown> = {}) =>
      call(base, 'POST', '/__mock/next', { body: JSON.stringify({ key, fault, ...rest }) }),
  }
}

export function proxyTo(
  { url, key, profile }: Service,
  options: Partial<ProxyOptions> = {},
): Promise<OpenedProxy> {
  return openProxy({ baseUrl: url, key, profile: resolveProfile(profile as never), ...options })
}

/** A proxy before a service, both closed when the test is over. */
export async function proxied(
  context: Test,
  options: Partial<ProxyOptions> = {},
  service?: Service,
): Promise<{
  readonly service: Service
  readonly proxy: OpenedProxy
  readonly client: ReturnType<typeof clientOf>
}> {
  const target = service ?? (await plainService())
  const proxy = await proxyTo(target, options)
  context.onTestFinished(async () => {
    await proxy.close()
    await target.close()
  })
  return { service: target, proxy, client: clientOf(proxy.url, target, 'pk_test_mine') }
}
