import { is2xx } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { GapId } from '../../contract/reference/gaps.ts'
import type { Course } from '../../contract/scenario/scenario.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { pointerTokens } from '../../contract/wire/json-pointer.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { summaryIn } from '../analysis/order.ts'
import type { Trial } from '../trial.ts'

/** An answer as it is sent, for changes that no profile can express. */
export type WireAnswer = {
  /** The operation; null when it is not one of the reference. */
  readonly operation: OperationId | null
  readonly status: number
  /** In their order and their case, without those of the message's framing. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** Whether it is sent in chunks; otherwise with a Content-Length. */
  readonly isChunked: boolean
}

export type AnswerChange = (answer: WireAnswer) => WireAnswer

/** Whether an answer is a success, of one of some operations; of any, where none is named. */
export function isSuccess({ status, operation }: WireAnswer, ...of: readonly OperationId[]): boolean {
  const isMeant = of.length === 0 || (operation !== null && of.includes(operation))
  return is2xx(status) && isMeant
}

/** Changes the document in every success of some operations; of any, where none is named. */
export function changeDocument(
  change: (document: unknown) => unknown,
  ...of: readonly OperationId[]
): AnswerChange {
  return (answer) =>
    isSuccess(answer, ...of) ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) } : answer
}

export function withHeader(answer: WireAnswer, name: string, value: string): WireAnswer {
  return { ...answer, headers: [...withoutHeader(answer, name).headers, [name, value]] }
}

export function withoutHeader(answer: WireAnswer, name: string): WireAnswer {
  const headers = answer.headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase())
  return { ...answer, headers }
}

/**
 * Another answer to something that the reference does not show. Every documented fact still holds, so that no client
 * breaks a clause by not accepting it; a client that does not accept it depends on an assumption. What a client must know
 * before it can call or read at all (how the key is sent, the lookup, the positions in a document) is never varied.
 */
export type Variant = {
  readonly id: string
  /** The gaps that it answers differently; empty when the reference does not mention the subject at all. */
  readonly gaps: readonly GapId[]
  /** What is different, as a sentence. */
  readonly change: string
  /** Where a client reads it: the words after "it is read in". */
  readonly readAt: string
  readonly scenarios: readonly string[]
  /** The profile of the service, when a profile can express the difference. */
  readonly profile?: Profile
  readonly course?: (course: Course) => Course
  /** The change of each answer, when no profile can express it. */
  readonly answers?: AnswerChange
  /** Whether this exchange carried the difference to the client, by the decided answer. */
  readonly isReceived: (exchange: Exchange) => boolean
}

/** The scenarios for variants: short ones, with the usual behaviour of a client. */
export const SHOWN_IN = {
  atOnce: 'SCENARIO-AT-ONCE',
  processing: 'SCENARIO-PROCESSING',
  fails: 'SCENARIO-FAILS',
  unavailable: 'SCENARIO-UNAVAILABLE',
  rateLimited: 'SCENARIO-RATE-LIMITED',
  lookupLate: 'SCENARIO-LOOKUP-LATE',
  withdrawn: 'SCENARIO-WITHDRAWN',
  tooDear: 'SCENARIO-TOO-DEAR',
  keyRevoked: 'SCENARIO-KEY-REVOKED',
} as const

/** A trial with its answers as they were sent: the recording holds them as they were before the variant changed them. */
export function asSent(trial: Trial, { answers }: Variant): Trial {
  if (answers === undefined) return trial
  const sent = ({ operation, response }: Exchange): Exchange['response'] => {
    if (response === null) return null
    const { status, headers, body, answeredMs } = response
    const wire = answers({ operation, status, headers: Object.entries(headers), body, isChunked: false })
    return { status: wire.status, headers: Object.fromEntries(wire.headers), body: wire.body, answeredMs }
  }
  return { ...trial, exchanges: trial.exchanges.map((one) => ({ ...one, response: sent(one) })) }
}

type Exposure = (exchange: Exchange) => boolean

export function showsSuccess(...operations: readonly OperationId[]): Exposure {
  return ({ operation, response }) =>
    operation !== null && operations.includes(operation) && is2xx(response?.status ?? null)
}

/** The client receives it with any success, including the very first. */
export const anySuccess: Exposure = ({ response }) => is2xx(response?.status ?? null)

export function refusalWith(status?: number): Exposure {
  return ({ response }) =>
    response !== null && (status === undefined ? response.status >= 400 : response.status === status)
}

export const showsProcessing: Exposure = (exchange) => summaryIn(exchange)?.isProcessing === true

export const showsSettled: Exposure = (exchange) => summaryIn(exchange)?.isProcessing === false

/** Undefined removes it. */
type Change = (value: unknown) => unknown

/** The same document if there is none. */
export function changedAt(document: unknown, pointer: string, change: Change): unknown {
  return changedBelow(document, pointerTokens(pointer), change)
}

function changedBelow(node: unknown, [token, ...rest]: readonly string[], change: Change): unknown {
  if (token === undefined) return change(node)
  if (!isContainer(node) || !Object.hasOwn(node, token)) return node
  const entries = Object.entries(node).map(([name, value]): [string, unknown] => [
    name,
    name === token ? changedBelow(value, rest, change) : value,
  ])
  if (Array.isArray(node)) return entries.map(([, value]) => value)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** A document in which every object, at any depth, is another one: the innermost first. */
export function changedObjects(
  node: unknown,
  change: (members: readonly (readonly [string, unknown])[]) => readonly (readonly [string, unknown])[],
): unknown {
  if (Array.isArray(node)) return node.map((one) => changedObjects(one, change))
  if (!isContainer(node)) return node
  const members = Object.entries(node).map(([name, value]) => [name, changedObjects(value, change)] as const)
  return Object.fromEntries(change(members))
}

function isContainer(node: unknown): node is object {
  return typeof node === 'object' && node !== null
}
