import type { AnswerKey } from '../../contract/profile/profile.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { redactor } from '../../contract/text/redact.ts'
import type { JsonPointer } from '../../contract/wire/json-pointer.ts'

/** What one request showed, safe to write down: without keys and without values of other fields. */
type Sighting = {
  /** The request line, as it was sent, and what was special about it. */
  readonly request: string
  /** Null when no answer arrived. */
  readonly status: number | null
  /** The shape of the answer's body, with the values that were looked for. */
  readonly excerpt: string
}

export type DocumentSighting = {
  readonly document: string
  readonly pointer: JsonPointer
  readonly excerpt: string
}

/** A key of the profile that a document of this kit is marked with, and where its answer came from. */
export type Mark = { readonly key: string; readonly provenance: string }

/** Where an answer was seen: in answers of a service, or in its document. */
export type Evidence = {
  readonly seen: readonly (Sighting | DocumentSighting)[]
  /** Default: the service. */
  readonly source?: 'openapi'
  readonly marks?: readonly Mark[]
}

export type Finding = Omit<Evidence, 'marks'> & {
  readonly key: AnswerKey
  /** Checked when it gets into a profile. */
  readonly value: unknown
  /** `observed`: the service showed it, or its document. `assumed`: the most likely meaning of what was shown. */
  readonly provenance: 'observed' | 'assumed'
  readonly reason: string
}

export type Miss = Pick<Finding, 'key' | 'reason' | 'seen'>

/** The one purchase of a discovery, and its outcome: `unknown` if no answer shows it. */
export type ProbePurchase = {
  readonly partnerReference: string
  readonly sku: string
  readonly outcome: 'bought' | 'refused' | 'unknown'
  /** The last status that was seen; null if none was. */
  readonly status: string | null
}

/** A part of a document that contradicts a documented clause: a broken contract, seen before the first request. */
export type Contradiction = {
  readonly clause: ServerClauseId
  readonly section: string
  /** The request line of the operation. */
  readonly operation: string
  readonly message: string
  readonly seen: readonly DocumentSighting[]
}

export type AnswerDifference = {
  readonly key: AnswerKey | 'base address'
  readonly document: unknown
  readonly service: unknown
  /** Whose answer is in the profile. */
  readonly taken: 'document' | 'service'
}

/** Something that a discovery reports while it runs. No text in it contains a key. */
export type DiscoveryEvent =
  | { readonly kind: 'step' | 'note'; readonly text: string }
  | {
      readonly kind: 'request'
      readonly request: string
      /** What is special about it, in a few words, or nothing. */
      readonly how: string
      readonly result: string
    }
  | { readonly kind: 'found'; readonly finding: Finding }
  | { readonly kind: 'missed'; readonly miss: Miss }
  | { readonly kind: 'contradiction'; readonly contradiction: Contradiction }
  | { readonly kind: 'difference'; readonly difference: AnswerDifference }

export type OnDiscoveryEvent = (event: DiscoveryEvent) => void

const MOST_CHARACTERS = 500

/** What a discovery has found so far. Nothing that contains the key is kept in it. */
export class Findings {
  readonly found: Finding[] = []
  readonly misses: Miss[] = []
  /** What is known of the one purchase, from the moment when it is sent; null where none was. */
  purchase: ProbePurchase | null = null
  readonly clean: (text: string) => string
  readonly #onEvent: OnDiscoveryEvent

  constructor(secrets: readonly string[], onEvent: OnDiscoveryEvent) {
    this.clean = redactor(secrets)
    this.#onEvent = onEvent
  }

  step(text: string): void {
    this.#onEvent({ kind: 'step', text: this.clean(text) })
  }

  /** Reports something that is not an answer to a gap. */
  note(text: string): void {
    this.#onEvent({ kind: 'note', text: this.#text(text) })
  }

  /**
   * Records an answer; one that does not fit into a profile is a miss. Where a document is one of this kit, its own
   * marks say whether the answer is assumed.
   *
   * @param isCertain false for the most likely meaning of what was shown.
   */
  add(key: AnswerKey, value: unknown, reason: string, evidence: Evidence, isCertain = true): void {
    const { marks = [], ...seen } = evidence
    const text = JSON.stringify(value)
    if (!this.isClean(text) || text.length > MOST_CHARACTERS) {
      this.miss(key, 'What was found holds the key, or is too long: it is not written down.', evidence)
      return
    }
    const own = marks.filter((mark) => `${key}.`.startsWith(`${mark.key}.`))
    const isAssumed = own.some((mark) => mark.provenance === 'assumed')
    const why = this.#text(isAssumed ? `${reason} The document itself says that this is assumed.` : reason)
    const provenance = (own.length > 0 ? !isAssumed : isCertain) ? 'observed' : 'assumed'
    const finding: Finding = { key, value, provenance, reason: why, ...seen }
    this.found.push(finding)
    this.#onEvent({ kind: 'found', finding })
  }

  miss(key: AnswerKey, reason: string, { seen }: Evidence = { seen: [] }): void {
    const miss = { key, reason: this.#text(reason), seen }
    this.misses.push(miss)
    this.#onEvent({ kind: 'missed', miss })
  }

  /** Whether a text of the service contains no key: only then may it be sent or recorded unchanged. */
  isClean(text: string): boolean {
    return this.clean(text) === text
  }

  #text(text: string): string {
    return clipped(this.clean(text), MOST_CHARACTERS)
  }
}

export function clipped(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
