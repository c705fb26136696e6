import { hash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { authHeaderValue } from '../../../contract/wire/auth.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { readPointer } from '../../../contract/wire/json-pointer.ts'
import { parseAmount } from '../../../contract/wire/money.ts'
import { operationsOf } from '../../../contract/wire/operations.ts'
import { expandPath } from '../../../contract/wire/path-template.ts'
import { createMock } from '../../app.ts'
import type { MockApp } from '../../operations-app.ts'
import type { MockOptions } from '../../sandbox/mock.ts'
import { type ServeOptions, serve } from '../../serve.ts'

/** Sends a request to a mock, in this process or over a socket. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>

/** A key, and the calls that a partner makes with it. */
export type Sandbox = ReturnType<typeof openSandbox>

export function inProcess(app: MockApp, address?: string): Send {
  return async (path, init) => app.request(path, init, address === undefined ? {} : { address })
}

/** A mock that listens until the test ends. */
export async function served(options: ServeOptions = {}) {
  const mock = await serve(options)
  onTestFinished(() => mock.close())
  return mock
}

/** A mock in this process with a clock of the test, a sandbox, and `ask` for its admin API. */
export function mockWithKey(options: MockOptions = {}) {
  const clock = manualClock(Date.UTC(2026, 0, 1))
  const mock = createMock({ clock, ...options })
  const send = inProcess(mock.app)
  const sandbox = openSandbox(send)
  const ask = async (method: string, path: string, body?: unknown) => {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await mock.app.request(`/__mock/${path}`, init)
    const text = await answer.text()
    return { status: answer.status, json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
  }
  return { clock, mock, send, sandbox, digest: hash('sha256', sandbox.key), ask }
}

export function overSocket(url: string): Send {
  return (path, init) => fetch(`${url}${path}`, init)
}

let keys = 0

/** A TEST key that no other test uses. */
export function newKey(): string {
  keys += 1
  return `pk_test_sandbox_${keys}`
}

/** Opens a sandbox with a key of its own, unless one is given. */
export function openSandbox(
  send: Send,
  { key = newKey(), profile = DEFAULT_PROFILE }: { key?: string; profile?: Profile } = {},
) {
  const { createOrder, getBalance, lookupOrder } = operationsOf(profile)
  const call = (method: string, path: string, { headers, ...init }: RequestInit = {}) => {
    const auth = { [profile.auth.header]: authHeaderValue(profile.auth, key) }
    return send(path, { method, headers: { ...auth, ...Object.fromEntries(new Headers(headers)) }, ...init })
  }
  const post = (body: string, init: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json', ...Object.fromEntries(new Headers(init.headers)) }
    return call(createOrder.method, createOrder.path, { ...init, headers, body })
  }
  return {
    key,
    call,
    get: (path: string) => call('GET', path),
    post,
    buy: (sku: string, partnerReference = 'TEST:1') => post(JSON.stringify({ partnerReference, sku })),
    lookUp: (partnerReference: string) =>
      call(lookupOrder.method, expandPath(lookupOrder.path, { partnerReference })),
    /** In minor units. */
    balance: async () => {
      const answer = await call(getBalance.method, getBalance.path)
      const amount = parseAmount(readPointer(await answer.json(), profile.balance.amount), profile.money)
      if (amount === undefined) throw new Error(`A balance that can't be read, with status ${answer.status}.`)
      return amount
    },
    advance: (seconds: number) =>
      send('/__mock/clock', { method: 'POST', body: JSON.stringify({ key, advanceSeconds: seconds }) }),
  }
}

export async function journalOf(send: Send): Promise<Exchange[]> {
  const answer = await send('/__mock/journal')
  const { exchanges } = (await answer.json()) as { exchanges: Exchange[] }
  return exchanges
}
