import type { Exchange } from '../../contract/wire/exchange.ts'
import type { JournalFilter } from './filter.ts'

/** Complete exchanges, without any key in them. */
export type JournalArchive = {
  /** The first number for the exchanges of a new process; 0 by default. */
  readonly firstSeq?: number
  /**
   * A short name for a key, which does not reveal the key and is the same in every process: the id of a guest in the
   * journal.
   */
  digestOf(key: string): string
  /**
   * Many at a time, outside the path of any purchase. An exchange may be written again when more is known of it: the
   * later one, with the same `seq` and `at`, replaces the earlier one.
   */
  append(exchanges: readonly Exchange[]): Promise<void>
  /** Oldest first. The archive is bounded, and drops the oldest first. */
  read(filter: JournalFilter): Promise<readonly Exchange[]>
  /** Removes everything that a partner has sent so far. */
  forget(partner: string): Promise<void>
}
