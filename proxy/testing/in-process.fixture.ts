import type { IncomingMessage, ServerResponse } from 'node:http'
import { makeSandbox, type SandboxPlan } from '../../certification/runner/sandbox.ts'
import { systemClock } from '../../contract/clock.ts'
import { authHeaderValue } from '../../contract/wire/auth.ts'
import { alreadySent } from '../../mock-server/http/delivery.ts'
import type { Outgoing } from '../../mock-server/message/answer.ts'
import { handle, type Way } from '../handle.ts'
import { ProxyJournal } from '../journal.ts'
import { pairsOf, shaperOf } from '../shape.ts'
import { ProxyStore } from '../store.ts'
import type { Forward } from '../upstream.ts'

const CLIENT_KEY = 'pk_test_5d0c8a7f31b94e62a0f7c1d2e3b4a596'

/**
 * A proxy without a socket, before a scripted service whose cards lose nothing: what is lost, refused or late is the proxy's
 * doing. It takes the place of a sandbox of the mock.
 */
export function proxiedSandbox(plan: SandboxPlan) {
  const clock = plan.clock ?? systemClock
  const service = makeSandbox({ ...plan, scenarios: plan.scenarios.map((one) => ({ ...one, faults: [] })) })
  const store = new ProxyStore(null, 'in process', clock.now())
  const { profile } = plan
  const shape = shaperOf(profile)
  const journal = new ProxyJournal(store, clock, profile, service.key)
  const forward: Forward = async ({ method = 'GET', target, headers = [], body = null }) => {
    const auth: [string, string] = [profile.auth.header, authHeaderValue(profile.auth, service.key)]
    const request = new Request(`http://service.example${target}`, {
      method,
      headers: [...pairsOf(headers), auth],
      body: body && new Uint8Array(body),
    })
    const response = await service.fetch(request)
    const answered = Buffer.from(await response.arrayBuffer())
    const text = answered.toString()
    const { status } = response
    return { status, headers: [...response.headers].flat(), body: answered, text, kept: shape(text) }
  }
  const way: Way = {
    ...{ profile, keys: null, hosts: ['partner.example'], key: service.key },
    ...{ journal, store, clock, forward, maxPurchases: 1_000_000 },
    ...{ mode: () => 'TEST', onFault: () => {}, clients: new Map() },
    scripts: new Map(plan.scenarios.map(({ sku, faults }) => [sku, faults])),
  }
  return {
    key: CLIENT_KEY,
    openingBalance: null,
    listen: (listener: Parameters<ProxyJournal['listen']>[0]) => journal.listen(listener),
    elapsedMs: () => journal.elapsedMs(),
    fetch: (request: Request, transport: object = {}) =>
      passed(way, request, (transport as { outgoing: Outgoing }).outgoing),
  }
}

/** Has the proxy read a request of `fetch` as node:http has it, and write its answer to a connection that can be lost. */
async function passed(way: Way, request: Request, outgoing: Outgoing): Promise<Response> {
  const bytes = Buffer.from(await request.arrayBuffer())
  const { pathname, search, host } = new URL(request.url)
  const headers = { ...Object.fromEntries(request.headers), host, 'content-length': String(bytes.length) }
  const incoming = {
    ...{ method: request.method, url: pathname + search, headers },
    rawHeaders: Object.entries(headers).flat(),
    headersDistinct: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    on(event: string, listener: (chunk?: Buffer) => void) {
      if (event === 'data') queueMicrotask(() => listener(bytes))
      if (event === 'end') queueMicrotask(listener)
      return incoming
    },
  }
  // As much of the two as the proxy needs.
  void handle(way, incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse)
  return alreadySent()
}
