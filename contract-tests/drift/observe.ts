import { is2xx } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { REFERENCE_VERSION } from '../../contract/report/report.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import { redact, redactor } from '../../contract/text/redact.ts'
import { hasSummary, STATE_AT } from '../../contract/wire/exchange-facts.ts'
import { type JsonPointer, pointerTokens, readPointer } from '../../contract/wire/json-pointer.ts'
import { OPERATION_IDS, type OperationId, operationsOf } from '../../contract/wire/operations.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import type { Entry, HistoryHead } from '../history/history.ts'
import {
  type NameKinds,
  nameKinds,
  OBSERVED_SCHEMA,
  type Observed,
  type ObservedAnswer,
  type ObservedOperation,
  observedFields,
  recordedCount,
  recordedCounts,
} from './observed.ts'

type Run = {
  readonly head: Pick<HistoryHead, 'profile' | 'baseUrl' | 'startedAt'>
  readonly entries: Iterable<Pick<Entry, 'exchange'>>
}

/**
 * What `observed.json` holds of a run: the shapes of its answers. Their order makes no difference.
 *
 * @param secrets keys that must not be recorded, in addition to any text that looks like one.
 */
export function observedIn({ head, entries }: Run, secrets: readonly string[]): Observed {
  const { profile, baseUrl, startedAt } = head
  const operations = operationsOf(profile)
  const clean = redactor(secrets)
  const byOperation = Map.groupBy(answersIn(entries), ({ operation }) => operation)
  const catalogues = (byOperation.get('listProducts') ?? []).filter(({ status }) => is2xx(status))
  const skus = new Set(catalogues.flatMap(({ json }) => skusIn(json, profile)))
  const nameKind = nameKinds(documentedNames(profile), skus, secrets)
  return {
    schema: OBSERVED_SCHEMA,
    reference: REFERENCE_VERSION,
    baseUrl: redact(baseUrl),
    at: startedAt,
    operations: OPERATION_IDS.flatMap((id) => {
      const seen = byOperation.get(id)
      if (seen === undefined) return []
      const { method, path } = operations[id]
      const observed = observedOperation(seen, documentedValues(id, profile), nameKind, clean)
      return [{ id, call: clean(`${method} ${path}`), ...observed }]
    }),
  }
}

export type SeenAnswer = {
  readonly operation: OperationId
  readonly status: number
  readonly contentType: string | null
  /** Undefined when the body is not JSON. */
  readonly json: unknown
}

function* answersIn(entries: Run['entries']): Generator<SeenAnswer> {
  for (const { exchange } of entries) {
    const { operation, response } = exchange
    if (operation === null || response === null) continue
    const { status, headers, body } = response
    yield { operation, status, contentType: headers['content-type'] ?? null, json: parseJson(body) }
  }
}

/** A field whose values are recorded, with the values that the reference or the profile names. */
type DocumentedValues = { readonly path: JsonPointer; readonly named: readonly string[] }

const NAMES_OF_THE_REFERENCE = ['sku', 'partnerReference', 'pollAfterSeconds']

/** What the reference or the profile names of the values of an operation's fields (§2, §3). */
function documentedValues(id: OperationId, { ping, states }: Profile): readonly DocumentedValues[] {
  if (id === 'ping') {
    return [
      { path: ping.status, named: ['ok'] },
      { path: ping.mode, named: ['TEST'] },
    ]
  }
  if (!hasSummary(id)) return []
  return [{ path: STATE_AT[id], named: [PROCESSING, ...states.success, ...states.failure].sort() }]
}

/** The names of all members on the path to a field that the reference documents or the profile names. */
function documentedNames({ ping, products, price, balance }: Profile): ReadonlySet<string> {
  const pointers = [
    ...Object.values(STATE_AT),
    ...[ping.status, ping.mode, products.pointer],
    ...[price.amount, price.currency, balance.amount, balance.currency].filter((pointer) => pointer !== null),
  ]
  return new Set([...NAMES_OF_THE_REFERENCE, ...pointers.flatMap(pointerTokens)])
}

function skusIn(body: unknown, { products }: Profile): readonly string[] {
  const entries = readPointer(body, products.pointer)
  if (!Array.isArray(entries)) return []
  return entries.map((entry) => readPointer(entry, '/sku')).filter((sku) => typeof sku === 'string')
}

/** The maximum number of recorded values of a field, and of distinguished states: the named ones first. */
const MOST_VALUES = 20
/** Every state beyond those. */
const MORE_STATES = '(more)'
const LONGEST_VALUE = 64
/** Recorded instead of a value that is too long to be one of a fixed set. */
const LONG_VALUE = '(long)'

type Clean = (text: string) => string

/** What is recorded of all answers to one operation: those of each status and each state of the order separately. */
function observedOperation(
  answers: readonly SeenAnswer[],
  documented: readonly DocumentedValues[],
  nameKind: NameKinds,
  clean: Clean,
): Pick<ObservedOperation, 'answers' | 'values'> {
  const valueAt = (path: string, { status, json }: SeenAnswer): string | null => {
    const value = is2xx(status) ? readPointer(json, path) : null
    if (typeof value !== 'string' || value === '') return null
    return value.length > LONGEST_VALUE ? LONG_VALUE : clean(value)
  }
  const values = documented.map(({ path, named }) => {
    const seen = new Set(answers.map((answer) => valueAt(path, answer)).filter((value) => value !== null))
    return { path, seen: firstValues(seen, named), named: [...named], more: seen.size > MOST_VALUES }
  })
  const states = values.find(({ path }) => Object.values<string>(STATE_AT).includes(path))
  const stateOf = (answer: SeenAnswer): string | null => {
    const state = states === undefined ? null : valueAt(states.path, answer)
    return state === null || states?.seen.includes(state) ? state : MORE_STATES
  }
  const groups = Map.groupBy(answers, (answer) => JSON.stringify([answer.status, stateOf(answer) ?? '']))
  const observed = [...groups.values()].map((group): ObservedAnswer => {
    // A group has at least one answer.
    const first = group[0] as SeenAnswer
    const bodies = group.map(({ json }) => json)
    return {
      status: first.status,
      state: stateOf(first),
      seen: recordedCount(group.length),
      contentTypes: recordedCounts(group.map(({ contentType }) => mediaType(contentType, clean))),
      ...observedFields(bodies, nameKind),
    }
  })
  return { answers: observed.sort(byStatusAndState), values }
}

function byStatusAndState(one: ObservedAnswer, other: ObservedAnswer): number {
  if (one.status !== other.status) return one.status - other.status
  return (one.state ?? '') < (other.state ?? '') ? -1 : 1
}

/** The named values first, then the others by the alphabet, as many as are recorded; sorted. */
function firstValues(seen: ReadonlySet<string>, named: readonly string[]): string[] {
  const known = named.filter((value) => seen.has(value))
  const others = [...seen].filter((value) => !named.includes(value)).sort()
  return [...new Set([...known, ...others])].slice(0, MOST_VALUES).sort()
}

const MEDIA_TYPE = /^[a-z\d!#$&^_.+-]{1,64}\/[a-z\d!#$&^_.+-]{1,64}$/

/** A content type without its parameters (RFC 9110, section 8.3.1). */
function mediaType(contentType: string | null, clean: Clean): string {
  if (contentType === null || contentType.trim() === '') return 'none'
  const type = (clean(contentType).toLowerCase().split(';')[0] ?? '').trim()
  return MEDIA_TYPE.test(type) ? type : 'other'
}
