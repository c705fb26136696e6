import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { reportOf } from '../report/build-report.ts'
import type { Entry, History, HistoryHead, KeyUsed } from './history.ts'

const HEAD: HistoryHead = {
  tool: { name: 'kit', version: '1' },
  startedAt: '2026-01-02T03:04:05.000Z',
  durationMs: 1500,
  baseUrl: 'http://127.0.0.1:1',
  profile: resolveProfile({ provenance: { auth: 'observed' } }),
  sku: null,
  maxPurchases: 32,
  runId: 'fixture',
  hasBlockedKey: true,
  takesAnyKey: false,
  client: null,
  ending: null,
}

/** A request, and the body or the status of its answer; null where its client went away. */
export type Sent = {
  readonly operation: OperationId
  readonly call: readonly [method: string, target: string]
  readonly body?: string
  readonly answer: object | number | null
  /** Default: the run's own. */
  readonly key?: KeyUsed
}

/** A state of an order, or the status of a refusal. */
type OrderAnswer = string | number

const summaryOf = (status: string) => ({ status, ...(status === 'PROCESSING' && { pollAfterSeconds: 1 }) })

/** A purchase; null where its client went away. */
export function bought(partnerReference: string, answer: OrderAnswer | null): Sent {
  const told = typeof answer === 'string' ? { order: { order: summaryOf(answer) } } : answer
  const body = JSON.stringify({ partnerReference, sku: 'CARD' })
  return { operation: 'createOrder', call: ['POST', '/orders'], body, answer: told }
}

/** The lookup of an order. */
export function lookedUp(partnerReference: string, answer: OrderAnswer): Sent {
  const told = typeof answer === 'string' ? { order: summaryOf(answer) } : answer
  return { operation: 'lookupOrder', call: ['GET', `/orders/${partnerReference}`], answer: told }
}

/** A read of the balance. */
export function balance(units: number): Sent {
  const answer = { balance: { amount: `${units}.00`, currency: 'USD' } }
  return { operation: 'getBalance', call: ['GET', '/balance'], answer }
}

/** A ping of the key. */
export function ping(answer: object | number = { status: 'ok', mode: 'TEST' }): Sent {
  return { operation: 'ping', call: ['GET', '/ping'], answer }
}

/** The checks that a run with this history finds broken. */
export function brokenIn(steps: readonly (Sent | number)[]): readonly string[] {
  return reportOf(historyOf(steps))
    .clauses.flatMap(({ checks }) => checks)
    .flatMap(({ id, verdict }) => (verdict === 'broken' ? [id] : []))
}

/** The history of a run that sent these, one after another, 100 ms apart; a number is a pause, in milliseconds. */
export function historyOf(steps: readonly (Sent | number)[], head: Partial<HistoryHead> = {}): History {
  let nowMs = 0
  const entries = steps.flatMap((step, seq) => {
    nowMs += typeof step === 'number' ? step : 100
    return typeof step === 'number' ? [] : [entryOf(step, seq, nowMs)]
  })
  return { head: { ...HEAD, ...head }, entries }
}

function entryOf(
  { operation, call: [method, target], body = '', answer, key = 'own' }: Sent,
  seq: number,
  arrivedMs: number,
): Entry {
  const status = typeof answer === 'number' ? answer : 200
  const text = typeof answer === 'number' ? '' : JSON.stringify({ data: answer })
  const answered = { status, headers: {}, body: text, answeredMs: arrivedMs + 50 }
  const nothing = { partner: null, delivery: null, order: null, fault: null, nearMiss: null }
  const request = { method, target, headers: {}, body: body || null }
  const response = answer === null ? null : answered
  const exchange = { seq, at: HEAD.startedAt, arrivedMs, operation, request, response, ...nothing }
  return { key, abandonedMs: answer === null ? arrivedMs + 10 : null, failure: null, exchange }
}
