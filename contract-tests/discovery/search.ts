import type { Profile } from '../../contract/profile/profile.ts'
import type { Auth } from '../../contract/wire/auth.ts'
import { envelope } from '../../contract/wire/bodies.ts'
import { childPointer, isObject, type JsonPointer } from '../../contract/wire/json-pointer.ts'
import { type Answer, isServed } from '../run/exchange.ts'
import type { Pace } from '../run/pace.ts'
import { REFERENCE_PREFIX, type Target } from '../run/target.ts'
import { clipped, type Evidence, type Findings } from './findings.ts'
import type { Prober } from './prober.ts'

export type RefusalKind = 'unauthenticated' | 'notFound' | 'invalidBody'

export type Search = Pick<Target, 'baseUrl' | 'runId'> & {
  readonly findings: Findings
  /** The profile that the search starts from. */
  readonly start: Profile
  readonly prober: Prober
  readonly pace: Pace
  /** Every refusal so far, and what was special about its request. */
  readonly refusals: { readonly kind: RefusalKind; readonly answer: Answer; readonly how: string }[]
}

/** A service that is asked with a key that it accepts. */
export type KeyedSearch = Search & { readonly auth: Auth }

/** A reference that no other run has (§2). */
export function newReference({ runId }: Search, label: string): string {
  return `${REFERENCE_PREFIX}:${runId}-${label}`
}

/** Whether an answer is a success with a `data` object (§2). */
export function hasData(answer: Answer): boolean {
  return isServed(answer) && envelope.safeParse(answer.json).success
}

/** Names the other candidates, after the one that was chosen. */
export function beside(words: string, others: readonly string[]): string {
  return others.length === 0 ? '' : `; ${words} ${others.join(', ')}`
}

export function together(all: readonly Evidence[]): Evidence {
  return { seen: all.flatMap(({ seen }) => seen) }
}

const EXCERPT_CHARACTERS = 200

/** Evidence of answers that a service gave, with the values at these places. */
export function seenIn(
  { findings: { clean } }: Search,
  answers: readonly Answer[],
  pointers: readonly JsonPointer[] = [],
  how = '',
): Evidence {
  const seen = answers.map(({ exchange, status, failure, json }) => {
    const line = `${exchange.request.method} ${exchange.request.target}${how === '' ? '' : ` (${how})`}`
    const excerpt = failure ?? bodyShape(json, { shown: pointers, clean })
    return { request: clean(line), status, excerpt: clipped(clean(excerpt), EXCERPT_CHARACTERS) }
  })
  return { seen }
}

export function seenEach(
  search: Search,
  asked: readonly { readonly answer: Answer; readonly how: string }[],
): Evidence {
  return together(asked.map(({ answer, how }) => seenIn(search, [answer], [], how)))
}

/** Which values of a body are shown, and how keys are removed from every text before it is cut. */
type Showing = { readonly shown: readonly JsonPointer[]; readonly clean: (text: string) => string }

const DEEPEST = 6
const MOST_MEMBERS = 12
const MOST_CHARACTERS = 60

/** The shape of a body, such as `{"data":{"mode":"TEST","owner":string}}`: only named values are shown. */
export function bodyShape(body: unknown, { shown, clean }: Showing): string {
  const quoted = (value: unknown) => {
    const text = clean(JSON.stringify(value) ?? '')
    return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
  }
  const shapeAt = (node: unknown, at: JsonPointer): string => {
    const isTooDeep = at.split('/').length > DEEPEST
    if (Array.isArray(node)) {
      const more = node.length > 1 ? ` and ${node.length - 1} more` : ''
      return node.length === 0 || isTooDeep ? `[${node.length}]` : `[${shapeAt(node[0], `${at}/0`)}${more}]`
    }
    if (!isObject(node)) return shown.includes(at) ? quoted(node) : node === null ? 'null' : typeof node
    if (isTooDeep) return '{…}'
    // Members that contain a shown value come first: the rest may be cut.
    const members = Object.entries(node).map(([name, value]) => ({ name, value, to: childPointer(at, name) }))
    const leads = ({ to }: { readonly to: JsonPointer }) =>
      shown.some((one) => `${one}/`.startsWith(`${to}/`))
    const sorted = members.toSorted((one, other) => Number(leads(other)) - Number(leads(one)))
    const texts = sorted.map(({ name, value, to }, index) =>
      index < MOST_MEMBERS ? `${quoted(name)}:${shapeAt(value, to)}` : '…',
    )
    return `{${texts.slice(0, MOST_MEMBERS + 1).join(',')}}`
  }
  return body === undefined ? 'not JSON' : shapeAt(body, '')
}
