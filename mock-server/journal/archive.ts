import type { Dropped } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { JournalFilter } from './filter.ts'

/** An exchange in an archive, and the place at which it was written. One that is written again gets a later place. */
type WrittenExchange = { readonly place: number; readonly exchange: Exchange }

/** The part of an archive that other processes write. */
export type OtherProcesses = {
  /** The number of this process among them. */
  readonly own: number
  /** The last place that was given away. One before it may be written a little later. */
  latest(): Promise<number>
  /**
   * What others have written after a place, in the order of their places: the latest of them, and how many there are. Of
   * one partner, or of all.
   */
  after(
    place: number,
    most: number,
    partner?: string,
  ): Promise<{ readonly written: readonly WrittenExchange[]; readonly total: number }>
}

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
   *
   * @param lost by partner, what could not be written: it counts as dropped.
   */
  append(exchanges: readonly Exchange[], lost?: ReadonlyMap<string | null, Dropped>): Promise<void>
  /**
   * Oldest first. The archive has the bounds of a journal.
   *
   * @param most how many of the latest are looked at; all by default.
   */
  read(filter: JournalFilter, most?: number): Promise<readonly Exchange[]>
  /** What it has dropped of a partner since that was last reset; of all without one. */
  dropped(partner?: string): Promise<Dropped | null>
  /** What other processes append, where there can be others. */
  readonly others?: OtherProcesses
  /** Removes everything that a partner has sent so far. */
  forget(partner: string): Promise<void>
}

/** A journal that is also written to an archive: what waits to be written is written before each of these. */
export type Archiving = Pick<JournalArchive, 'read' | 'dropped' | 'forget'> & {
  /** Writes the waiting exchanges. Never rejects: what can't be written waits for the next time. */
  flush(): Promise<void>
}
