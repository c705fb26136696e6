import { type JsonPointer, readPointer } from '../../../../contract/wire/json-pointer.ts'
import { PROCESSING } from '../../../../contract/wire/processing.ts'
import { type StatesSeen, statesWith } from '../../findings/settled-states.ts'
import type { Node } from '../document/api-document.ts'
import { schemaShape } from '../document/schema-shape.ts'
import { type Described, learn, miss, nodesAt, type Reading } from './document-reading.ts'

const LIKE_UNSETTLED = /PEND|QUEUE|WAIT|CREATED|ACCEPTED|RECEIVED|PROGRESS|SUBMITTED|^NEW$|^OPEN$/i

/** Learns the states in which an order settles (gap `settled-states`), from the summaries of purchase and lookup. */
export function learnStates(reading: Reading, lookup: Described | undefined): void {
  const { createOrder } = reading.described
  const places: readonly (readonly [Described | undefined, JsonPointer])[] = [
    [createOrder, '/data/order/order/status'],
    [lookup, '/data/order/status'],
  ]
  const seen = places.flatMap(([described, pointer]) => {
    const states = described === undefined ? [] : statesIn(described, pointer)
    return described === undefined || states.length === 0
      ? []
      : [{ states, nodes: nodesAt(described, pointer) }]
  })
  const names = [...new Set(seen.flatMap((one) => one.states))]
  const states = names.filter((name) => name !== PROCESSING && !LIKE_UNSETTLED.test(name))
  const unsettled = names.filter((name) => LIKE_UNSETTLED.test(name))
  if (unsettled.length > 0)
    reading.findings.note(
      `The state ${unsettled.join(', ')} is in no list of the profile: its name is like that of an order that is still under way.`,
    )
  const nodes = seen.flatMap((one) => one.nodes)
  for (const key of ['states.success', 'states.failure'] as const) {
    const ofSide = states.filter((name) => sideOf(reading, name, nodes) === key)
    const side = key === 'states.success' ? 'success' : 'failure'
    if (ofSide.length === 0) miss(reading, key, `The document names no state of ${side}.`, nodes)
    else
      learn(reading, {
        key,
        value: ofSide,
        isCertain: unsettled.length === 0,
        reason: `An order may be ${ofSide.join(', ')}. That this is a ${side}, only a name or a description says.`,
        nodes,
      })
  }
}

const FAILURE_WORDS = /\bno card\b|\bnot (?:bought|delivered)\b|\bfail|\brefus|\bunsuccess/i
const SUCCESS_WORDS = /\bsuccess|\bbought\b|\bdelivered\b/i

/** The side of a state: by the description of the schema that lists it apart from others, else by its name. */
function sideOf({ start, api }: Reading, name: string, nodes: readonly Node[]): StatesSeen['key'] {
  const own = nodes.find((node) => {
    const { named } = schemaShape(api, node)
    return named.includes(name) && !named.includes(PROCESSING)
  })
  const text = api.text(own, 'description') ?? ''
  if (FAILURE_WORDS.test(text)) return 'states.failure'
  return SUCCESS_WORDS.test(text) ? 'states.success' : statesWith(name, start).key
}

/** The states that a schema lists; else those of its examples. */
function statesIn({ sample, content }: Described, pointer: JsonPointer): readonly string[] {
  const { named = [], examples = [] } = sample.shapes.get(pointer) ?? {}
  const shown = [...examples, ...(content?.examples ?? []).map((body) => readPointer(body, pointer))]
  return (named.length > 0 ? named : shown).filter(
    (state): state is string => typeof state === 'string' && state !== '',
  )
}
