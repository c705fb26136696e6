import { hash } from 'node:crypto'
import type { Clock } from '../contract/clock.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { REDACTED } from '../contract/text/redact.ts'
import type { JournalBounds } from '../contract/wire/dropped.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { Journal } from '../mock-server/journal/journal.ts'
import type { Entry } from '../mock-server/journal/journal-entry.ts'
import { type RawHead, type Redaction, redactionOf } from '../mock-server/journal/redact-request.ts'
import type { Admitted, ProxyStore } from './store.ts'

/** How much is kept in memory: of all that came where no file keeps it, else of what is under way. */
const IN_MEMORY: JournalBounds = {
  perKey: 10_000,
  bytesPerKey: 32 * 1024 * 1024,
  bytes: 32 * 1024 * 1024,
}
const MOST_KEYS = 1_000

/** The digest of a client's key. It alone is kept in files. */
export function digestOf(key: string): string {
  return hash('sha256', key, 'hex')
}

/** What a client key is called in everything that is written. */
export function partnerOf(digest: string): string {
  return `key-${digest.slice(0, 8)}`
}

/** Everything that came, and what became of it. Times are milliseconds since the store was made. */
export class ProxyJournal extends Journal {
  readonly #store: ProxyStore
  readonly #redaction: Redaction
  /** The digests of the client keys that have called this process. */
  readonly digests = new Set<string>()

  /** @param targetKey is in nothing that is written, besides every TEST key. */
  constructor(store: ProxyStore, clock: Clock, { auth }: Pick<Profile, 'auth'>, targetKey: string) {
    super(clock, IN_MEMORY, store.firstSeq, store.beganAt)
    this.#store = store
    this.#redaction = redactionOf(auth, [targetKey])
    for (const intent of store.unrecorded) store.keep(this.#interrupted(intent))
  }

  /** Records a request, which is complete when its answer is delivered and its entry was released. */
  receive(head: RawHead): Entry {
    const entry = this.arrive(head, this.#redaction)
    entry.isHeld = true
    return entry
  }

  identify(entry: Entry, digest: string): void {
    if (this.digests.size < MOST_KEYS) this.digests.add(digest)
    entry.identify(partnerOf(digest))
  }

  exchanges(): readonly Exchange[] {
    const all = [...this.#store.exchanges(), ...this.entries()]
    return all.sort((one, other) => one.seq - other.seq)
  }

  get omitted(): number {
    return this.#store.file !== null ? 0 : (this.dropped()?.count ?? 0)
  }

  override completed(entry: Entry): void {
    super.completed(entry)
    if (this.#store.file === null) return
    this.drop(entry)
    const { exchange } = entry
    // The recording has ended, and this was refused since.
    if (this.#store.failure !== null && exchange.upstream === undefined) return
    this.#store.keep(exchange)
  }

  /** A purchase that was passed on by a proxy that ended before it recorded what came of it. */
  #interrupted({ seq, key, arrivedMs, ...intent }: Admitted): Exchange {
    const redact = this.#redaction.redactorOf([])
    const order = { partnerReference: redact(intent.reference), sku: redact(intent.sku ?? '') }
    return {
      ...{ seq, at: new Date(this.beganAt + arrivedMs).toISOString(), arrivedMs, partner: partnerOf(key) },
      operation: 'createOrder',
      request: {
        ...{ method: 'POST', target: '/orders', headers: { authorization: REDACTED } },
        body: JSON.stringify(order),
      },
      response: null,
      delivery: { outcome: 'lost', atMs: arrivedMs },
      order: { ...order, effect: 'unknown' },
      ...{ fault: null, nearMiss: null },
      upstream: {
        ...{ sentMs: arrivedMs, response: null },
        failure: 'The proxy ended before it recorded the answer.',
      },
    }
  }
}
