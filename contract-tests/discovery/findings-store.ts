import { redactor } from '../../contract/text/redact.ts'
import type { Answer } from '../run/answer.ts'
import type { OnDiscoveryEvent } from './events.ts'
import { clipped, type Finding, type Miss } from './finding.ts'

/** The kinds of bad request that a discovery makes. */
export type RefusalKind = 'unauthenticated' | 'notFound' | 'invalidBody'

/** A refusal, and what was special about its request. */
export type RefusedAnswer = { readonly answer: Answer; readonly how: string }

const MOST_CHARACTERS = 500

/** What a discovery has found so far. Nothing that contains the key is kept in it. */
export class FindingsStore {
  readonly findings: Finding[] = []
  readonly misses: Miss[] = []
  readonly refusals: Record<RefusalKind, RefusedAnswer[]> = {
    unauthenticated: [],
    notFound: [],
    invalidBody: [],
  }
  readonly clean: (text: string) => string
  readonly #onEvent: OnDiscoveryEvent

  /** @param secrets the keys of the run. */
  constructor(secrets: readonly string[], onEvent: OnDiscoveryEvent) {
    this.clean = redactor(secrets)
    this.#onEvent = onEvent
  }

  /** Begins a part of the search. */
  step(text: string): void {
    this.#onEvent({ kind: 'step', text: this.clean(text) })
  }

  /** Reports something that is not an answer to a gap. */
  note(text: string): void {
    this.#onEvent({ kind: 'note', text: clipped(this.clean(text), MOST_CHARACTERS) })
  }

  /** Records an answer; one that does not fit into a profile is a miss. */
  found(finding: Finding): void {
    const { key, seen } = finding
    const reason = clipped(this.clean(finding.reason), MOST_CHARACTERS)
    const value = JSON.stringify(finding.value)
    if (!this.isClean(value) || value.length > MOST_CHARACTERS) {
      const why = 'What was found holds the key, or is too long: it is not written down.'
      this.missed({ key, reason: why, seen })
      return
    }
    this.findings.push({ ...finding, reason })
    this.#onEvent({ kind: 'found', finding: { ...finding, reason } })
  }

  /** Records what was not found. */
  missed(miss: Miss): void {
    const cleaned = { ...miss, reason: clipped(this.clean(miss.reason), MOST_CHARACTERS) }
    this.misses.push(cleaned)
    this.#onEvent({ kind: 'missed', miss: cleaned })
  }

  /** Whether a text of the service contains no key: only then may it be sent or recorded unchanged. */
  isClean(text: string): boolean {
    return this.clean(text) === text
  }
}
