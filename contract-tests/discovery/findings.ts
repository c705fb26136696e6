import type { AnswerKey } from '../../contract/profile/profile.ts'
import { redactor } from '../../contract/text/redact.ts'

/** What one request showed, safe to write down: without keys and without values of other fields. */
type Sighting = {
  /** The request line, as it was sent, and what was special about it. */
  readonly request: string
  readonly status: number | null
  /** The shape of the answer's body, with the values that were looked for. */
  readonly excerpt: string
}

export type Evidence = { readonly seen: readonly Sighting[] }

export type Finding = Evidence & {
  readonly key: AnswerKey
  /** Checked when it gets into a profile. */
  readonly value: unknown
  /** `observed`: the service showed it. `assumed`: the most likely meaning of what was shown. */
  readonly provenance: 'observed' | 'assumed'
  readonly reason: string
}

export type Miss = Pick<Finding, 'key' | 'reason' | 'seen'>

export type ProbePurchase = {
  readonly partnerReference: string
  readonly sku: string
  readonly outcome: 'bought' | 'refused' | 'unknown'
  /** The last status that was seen; null if none was. */
  readonly status: string | null
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

  note(text: string): void {
    this.#onEvent({ kind: 'note', text: this.#text(text) })
  }

  /** Records an answer. One that is not certain is the most likely meaning of what was shown. */
  add(key: AnswerKey, value: unknown, reason: string, { seen }: Evidence, isCertain = true): void {
    const text = JSON.stringify(value)
    if (!this.isClean(text) || text.length > MOST_CHARACTERS) {
      this.miss(key, 'What was found holds the key, or is too long: it is not written down.', { seen })
      return
    }
    const provenance = isCertain ? 'observed' : 'assumed'
    const finding: Finding = { key, value, provenance, reason: this.#text(reason), seen }
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
