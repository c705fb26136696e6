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

/** How many new exchanges are in one part: to write more of them would hold up calls. */
const MOST_IN_PART = 200
/** How far a page may fall behind before exchanges are left out. */
const MOST_BEHIND = 2_000
/** How many exchanges that may still change are followed. */
const MOST_FOLLOWED = 1_000

/**
 * The exchanges for one page. A call does nothing for it: it reads the journal when the page is ready for more, so that the
 * journal alone bounds its memory.
 */
export class PageExchanges {
  readonly #journal: Journal
  /** The last one that was sent, or left out. */
  #seq: number
  /** Those that were sent and may still change, with what was sent of them. */
  readonly #followed = new Map<KeptExchange, unknown>()

  constructor(journal: Journal, seq: number) {
    this.#journal = journal
    this.#seq = seq
  }

  get seq(): number {
    return this.#seq
  }

  /** The next exchanges, and those of which more is known now; each as JSON. */
  next(): Part {
    const exchanges = this.#changed()
    const unsent = this.#journal.after(this.#seq)
    const skipped = Math.max(0, unsent.length - MOST_BEHIND)
    for (const one of unsent.slice(skipped, skipped + MOST_IN_PART)) {
      exchanges.push(this.#sent(one))
      this.#seq = one.seq
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
