import { isDeepStrictEqual } from 'node:util'
import {
  type AnswerKey,
  type Profile,
  type ProfileSection,
  provenanceOf,
} from '../../contract/profile/profile.ts'
import { redactor } from '../../contract/text/redact.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import type { Answer } from '../target/exchange.ts'

/** An answer, and what was special about its request. */
export type Probe = Answer & { readonly operation: OperationId; readonly how: string }

/** What the service showed about one answer of the profile, or about a whole section. */
export type Finding = {
  readonly key: AnswerKey
  /** `observed`: the service showed it. `assumed`: the likeliest of several readings; the reason names the others. */
  readonly provenance: 'observed' | 'assumed' | 'not found'
  /** Undefined if it was not found. */
  readonly value?: unknown
  readonly reason: string
  /** The requests behind it, and the status of each answer. */
  readonly seen: readonly { readonly request: string; readonly status: number | null }[]
}

/** What a discovery reports while it runs. No text in it contains the key. */
export type DiscoveryEvent =
  | { readonly kind: 'step' | 'note'; readonly text: string }
  | { readonly kind: 'request'; readonly request: string; readonly result: string }
  | { readonly kind: 'finding'; readonly finding: Finding }

type Purchase = OrderRequest & {
  readonly outcome: 'bought' | 'refused' | 'unknown'
  /** The last status that was seen; null if none was. */
  readonly status: string | null
}

const MOST_CHARACTERS = 500
const SURENESS = { assumed: 0, observed: 1, confirmed: 2 } as const

/** Collects the findings, and the profile with them. Nothing in here contains the key. */
export class Findings {
  /** The starting profile, with the findings so far. */
  profile: Profile
  readonly all: Finding[] = []
  /** How many requests were sent. */
  requests = 0
  /** How many answers began with a byte-order mark. */
  marked = 0
  /** The only purchase, once it is sent. */
  purchase: Purchase | null = null
  readonly clean: (text: string) => string
  readonly #onEvent: (event: DiscoveryEvent) => void

  constructor(start: Profile, apiKey: string, onEvent: (event: DiscoveryEvent) => void) {
    this.profile = start
    this.clean = redactor([apiKey])
    this.#onEvent = onEvent
  }

  step(text: string): void {
    this.#onEvent({ kind: 'step', text: this.#short(text) })
  }

  note(text: string): void {
    this.#onEvent({ kind: 'note', text: this.#short(text) })
  }

  asked(probe: Probe): void {
    const result = probe.status === null ? `no answer: ${probe.failure}` : String(probe.status)
    this.#onEvent({ kind: 'request', request: requestLine(probe), result: this.#short(result) })
  }

  /** Records an answer, and puts it into the profile unless the profile has a surer one. */
  add(key: AnswerKey, value: unknown, reason: string, probes: readonly Probe[], isCertain = true): void {
    const text = JSON.stringify(value)
    if (!this.isClean(text) || text.length > MOST_CHARACTERS)
      return void this.miss(key, 'What was found contains the key, or is too long.', probes)
    const provenance = isCertain ? 'observed' : 'assumed'
    const unused = this.#putIntoProfile(key, value, provenance)
    this.#record({ key, value, provenance, reason: reason + unused }, probes)
  }

  miss(key: AnswerKey, reason: string, probes: readonly Probe[] = []): void {
    this.#record({ key, provenance: 'not found', reason }, probes)
  }

  #record(found: Omit<Finding, 'seen'>, probes: readonly Probe[]): void {
    const seen = probes.map((probe) => ({ request: requestLine(probe), status: probe.status }))
    const finding = { ...found, reason: this.#short(found.reason), seen }
    this.all.push(finding)
    this.#onEvent({ kind: 'finding', finding })
  }

  /** True if a text of the service contains no key. Only then may it be sent, or written into the profile. */
  isClean(text: string): boolean {
    return this.clean(text) === text
  }

  /** Redacts before it cuts, since half a key would not be recognised. */
  #short(text: string): string {
    const clean = this.clean(text)
    return clean.length > MOST_CHARACTERS ? `${clean.slice(0, MOST_CHARACTERS - 1)}…` : clean
  }

  /** Puts a value into the profile. If it must not, returns a sentence that says why; otherwise an empty text. */
  #putIntoProfile(key: AnswerKey, value: unknown, provenance: 'observed' | 'assumed'): string {
    const [section, name] = key.split('.') as [ProfileSection, string?]
    const known: Readonly<Record<string, unknown>> = this.profile[section]
    // The value of a whole section is an object with its answers.
    const answers = name === undefined ? (value as object) : { [name]: value }
    for (const [name, answer] of Object.entries(answers)) {
      const source = provenanceOf(this.profile, `${section}.${name}` as AnswerKey)
      if (SURENESS[source] > SURENESS[provenance] && !isDeepStrictEqual(answer, known[name]))
        return ` Not used: ${section}.${name} is ${source} as ${JSON.stringify(known[name])}.`
    }
    const isSurer = SURENESS[provenance] > SURENESS[provenanceOf(this.profile, key)]
    this.profile = {
      ...this.profile,
      [section]: { ...known, ...answers },
      provenance: { ...this.profile.provenance, ...(isSurer && { [key]: provenance }) },
    }
    return ''
  }
}

function requestLine({ exchange: { request }, how }: Probe): string {
  return `${request.method} ${request.target}${how === '' ? '' : ` (${how})`}`
}
