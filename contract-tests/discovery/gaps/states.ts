import { type Profile, provenanceOf } from '../../../contract/profile/profile.ts'
import { STATE_AT } from '../../../contract/wire/exchange-facts.ts'
import { type JsonPointer, readPointer } from '../../../contract/wire/json-pointer.ts'
import { PROCESSING } from '../../../contract/wire/processing.ts'
import type { Answer, ReadSummary } from '../../run/exchange.ts'
import type { Node } from '../openapi/document/api-document.ts'
import { type Described, nodesAt } from '../openapi/document/sample.ts'
import { schemaShape } from '../openapi/document/schema-shape.ts'
import { type KeyedSearch, type Reading, seenAt, seenIn } from '../sources.ts'

type Side = 'states.success' | 'states.failure'

const LIKE_A_FAILURE = /FAIL|REJECT|CANCEL|ERROR|DECLIN|EXPIR|REFUND|VOID|ABORT|DENIED/i

/**
 * The list of the profile that a settled state belongs to, with that state in it. That the order settled was seen;
 * whether it is a success, only its name says.
 * A state that the starting profile names stays on its side, and a list that is only assumed is replaced.
 */
export function statesWith(state: string, start: Profile) {
  const { success, failure } = start.states
  const isNamed = success.includes(state) || failure.includes(state)
  const isFailure = isNamed ? !success.includes(state) : LIKE_A_FAILURE.test(state)
  const side = isFailure ? 'failure' : 'success'
  const key: Side = `states.${side}`
  const kept = provenanceOf(start, key) === 'assumed' ? [] : start.states[side]
  const byName = isFailure
    ? '. Only its name says that this is a failure.'
    : ". That this is a success is assumed: its name is not like a failure's."
  const why = isNamed ? `, which the profile names as a ${side}.` : byName
  return { key, states: [...new Set([...kept, state])], reason: `An order settled as ${state}${why}` }
}

/** Records the state in which an order settled (gap `settled-states`). */
export function noteState(search: KeyedSearch, { status }: ReadSummary, answer: Answer): void {
  const isPurchase = answer.exchange.operation === 'createOrder'
  const { key, states, reason } = statesWith(status, search.start)
  const place = STATE_AT[isPurchase ? 'createOrder' : 'lookupOrder']
  search.findings.add(key, states, reason, seenIn(search, [answer], [place]))
}

const LIKE_UNSETTLED = /PEND|QUEUE|WAIT|CREATED|ACCEPTED|RECEIVED|PROGRESS|SUBMITTED|^NEW$|^OPEN$/i

/** Learns the states in which an order settles (gap `settled-states`), from the summaries of purchase and lookup. */
export function learnStates(reading: Reading): void {
  const { findings, described } = reading
  const seen = [
    ...statesIn(described.createOrder, STATE_AT.createOrder),
    ...statesIn(described.lookupOrder, STATE_AT.lookupOrder),
  ]
  const names = [...new Set(seen.flatMap((one) => one.states))]
  const unsettled = names.filter((name) => LIKE_UNSETTLED.test(name))
  if (unsettled.length > 0)
    findings.note(
      `The state ${unsettled.join(', ')} is in no list of the profile: its name is like that of an order that is still under way.`,
    )
  const nodes = seen.flatMap((one) => one.nodes)
  const evidence = seenAt(reading, nodes)
  const settled = names.filter((name) => name !== PROCESSING && !LIKE_UNSETTLED.test(name))
  for (const side of ['success', 'failure'] as const) {
    const key = `states.${side}` as const
    const value = settled.filter((name) => sideOf(reading, name, nodes) === key)
    const reason = `An order may be ${value.join(', ')}. That this is a ${side}, only a name or a description says.`
    if (value.length > 0) findings.add(key, value, reason, evidence, unsettled.length === 0)
    else findings.miss(key, `The document names no state of ${side}.`, evidence)
  }
}

const FAILURE_WORDS = /\bno card\b|\bnot (?:bought|delivered)\b|\bfail|\brefus|\bunsuccess/i
const SUCCESS_WORDS = /\bsuccess|\bbought\b|\bdelivered\b/i

/** The side of a state: by the description of the schema that lists it apart from others, else by its name. */
function sideOf({ start, api }: Reading, name: string, nodes: readonly Node[]): Side {
  const own = nodes.find((node) => {
    const { named } = schemaShape(api, node)
    return named.includes(name) && !named.includes(PROCESSING)
  })
  const text = api.text(own, 'description') ?? ''
  if (FAILURE_WORDS.test(text)) return 'states.failure'
  return SUCCESS_WORDS.test(text) ? 'states.success' : statesWith(name, start).key
}

/** The states that a schema lists, else those of its examples, and where. */
function statesIn(described: Described | undefined, pointer: JsonPointer) {
  if (described === undefined) return []
  const { sample, content } = described
  const { named = [], examples = [] } = sample.shapes.get(pointer) ?? {}
  const shown = [...examples, ...(content?.examples ?? []).map((body) => readPointer(body, pointer))]
  const states = (named.length > 0 ? named : shown).filter(
    (state) => typeof state === 'string' && state !== '',
  )
  // Texts, as was checked.
  return states.length === 0 ? [] : [{ states: states as string[], nodes: nodesAt(described, pointer) }]
}
