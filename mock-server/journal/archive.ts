import type { Exchange } from '../../contract/wire/exchange.ts'
import type { JournalFilter } from './filter.ts'

/** Exchanges that are complete, without any key in them. */
export type JournalArchive = {
  /** From which number on the journal of a process that begins now counts its exchanges; 0 unless it says. */
  readonly firstSeq?: number
  /**
   * A short name for a key, from which nobody learns the key, and which is the same in every process: guests go by it in the
   * journal.
   */
  digestOf(key: string): string
  /**
   * Many at a time, off the path of any purchase. More may become known of one that is there: it comes again, with
   * the same `seq` and `at`, and takes the place of what it was.
   */
  append(exchanges: readonly Exchange[]): Promise<void>
  /** Oldest first. What is kept is bounded, and the oldest goes first. */
  read(filter: JournalFilter): Promise<readonly Exchange[]>
  /** Takes away all that a partner has sent so far. */
  forget(partner: string): Promise<void>
}
