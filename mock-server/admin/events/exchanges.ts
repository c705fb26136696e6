import type { Journal, KeptExchange } from '../../journal/journal.ts'

export type Part = {
  /** Each as JSON. */
  readonly exchanges: string[]
  /** How many were left out before them: the journal has them. */
  readonly skipped: number
}

export function partEvent({ exchanges, skipped }: Part): string {
  return `{"exchanges":[${exchanges.join()}],"skipped":${skipped}}`
}

/** So many arrivals between two parts mean that the mock has other work to do. */
const BUSY_ARRIVALS = 20
/**
 * How long a part may take to make, in milliseconds, and how many exchanges it has at least and at most. On a machine that
 * is slow for other reasons, an idle mock still sends what a key has in the journal within two seconds.
 */
const WHILE_BUSY = { milliseconds: 2, least: 1, most: 20 }
const WHILE_IDLE = { milliseconds: 30, least: 100, most: 500 }
/** A busy mock sends one of this many arrivals, since to send one takes longer than to answer one; but a few in any case. */
const ARRIVALS_FOR_ONE = 40
const LEAST_IN_PART = 5
/** How far a page may fall behind a busy mock before exchanges are left out. */
const MOST_BEHIND = 2_000
/** How many exchanges that may still change are followed. */
const MOST_FOLLOWED = 1_000

/**
 * The exchanges of this process for one page. A call does nothing for it: it reads the journal when the page
 * is ready for more, so that the journal alone bounds its memory.
 */
export class OwnExchanges {
  readonly #journal: Journal
  readonly #now: () => number
  /** The last one that was sent, or left out. */
  #seq: number
  /** The latest one at the part before; undefined before the first part. */
  #seen: number | undefined
  /** Those that were sent and may still change, with what was sent of them. */
  readonly #followed = new Map<KeptExchange, unknown>()

  /** `now` is in milliseconds, of a clock that measures how long a part takes to make. */
  constructor(journal: Journal, seq: number, now = () => performance.now()) {
    this.#now = now
    this.#journal = journal
    this.#seq = seq
  }

  get seq(): number {
    return this.#seq
  }

  /** The next exchanges, and those of which more is known now; each as JSON. */
  next(): Part {
    const { latest } = this.#journal
    const arrived = this.#seen === undefined ? undefined : latest - this.#seen
    this.#seen = latest
    const isBusy = arrived !== undefined && arrived > BUSY_ARRIVALS
    // Before the first part it is not known whether the mock is busy.
    const allowed = isBusy || arrived === undefined ? WHILE_BUSY : WHILE_IDLE
    const share = Math.max(LEAST_IN_PART, Math.ceil((arrived ?? 0) / ARRIVALS_FOR_ONE))
    const most = isBusy ? Math.min(allowed.most, share) : allowed.most
    const until = this.#now() + allowed.milliseconds
    const exchanges = this.#changed()
    const from = isBusy ? Math.max(this.#seq, latest - MOST_BEHIND) : this.#seq
    const kept = this.#journal.after(from, most)
    const first = kept[0]?.seq ?? latest + 1
    const skipped = this.#journal.behind(this.#seq) - this.#journal.behind(first - 1)
    this.#seq = first - 1
    for (const [place, one] of kept.entries()) {
      exchanges.push(this.#sent(one))
      this.#seq = one.seq
      if (place + 1 >= allowed.least && this.#now() > until) break
    }
    return { exchanges, skipped }
  }

  #changed(): string[] {
    const changed: string[] = []
    for (const [kept, sent] of this.#followed) {
      const { exchange } = kept
      if (exchange === sent) continue
      this.#followed.delete(kept)
      if (this.#isRemembered(kept)) changed.push(this.#sent(kept))
    }
    return changed
  }

  #sent(kept: KeptExchange): string {
    const { exchange } = kept
    // Of a call that its caller has left, more may become known after its end.
    if (!kept.isComplete || exchange.response === null) this.#followed.set(kept, exchange)
    if (this.#followed.size > MOST_FOLLOWED) {
      const [oldest] = this.#followed.keys()
      if (oldest !== undefined) this.#followed.delete(oldest)
    }
    return JSON.stringify(exchange)
  }

  #isRemembered({ partner, seq }: KeptExchange): boolean {
    return partner === null || seq >= (this.#journal.forgotten.get(partner) ?? 0)
  }
}
