import type { Exchange } from '../../contract/wire/exchange.ts'
import type { JournalArchive } from './archive.ts'
import { type JournalFilter, matches } from './filter.ts'
import type { Journal } from './journal.ts'

/** How long a complete exchange may wait for others that are written with it. */
const BATCH_MS = 250

/** How many may wait while they can't be written: above that, the oldest are dropped. */
const MOST_WAITING = 10_000

/** A journal that is also written to an archive. */
export type Archiving = {
  /** Writes the waiting exchanges. Never rejects: what can't be written waits for the next time. */
  flush(): Promise<void>
  /** The exchanges of the archive and those in progress here, oldest first. */
  read(filter: JournalFilter, most?: number): Promise<readonly Exchange[]>
  forget(partner: string): Promise<void>
}

/** Writes the complete exchanges of a journal to an archive, many at a time. */
export function archiveJournal(journal: Journal, archive: JournalArchive): Archiving {
  const waiting = new Map<number, Exchange>()
  let isBatching = false
  let writing: Promise<void> = Promise.resolve()
  const flush = (): Promise<void> => {
    writing = writing.then(() => writeAll(archive, waiting))
    return writing
  }
  const batch = async () => {
    await flush()
    isBatching = false
    if (waiting.size > 0) startBatch()
  }
  const startBatch = () => {
    if (isBatching) return
    isBatching = true
    const timer: unknown = setTimeout(batch, BATCH_MS)
    // A batch that waits keeps no process alive. Only Node's timers have that setting.
    if (isTimeout(timer)) timer.unref()
  }
  journal.onComplete(({ exchange }) => {
    waiting.set(exchange.seq, exchange)
    startBatch()
  })
  return {
    flush,
    async read(filter, most) {
      await flush()
      const underWay = journal
        .entries()
        .filter((exchange) => exchange.delivery === null && matches(exchange, filter))
      return [...(await archive.read(filter, most)), ...underWay].sort(byArrival)
    },
    async forget(partner) {
      await flush()
      await archive.forget(partner)
    },
  }
}

async function writeAll(archive: JournalArchive, waiting: Map<number, Exchange>): Promise<void> {
  const batch = [...waiting.values()]
  if (batch.length === 0) return
  waiting.clear()
  try {
    await archive.append(batch)
  } catch {
    const later = [...waiting.values()]
    waiting.clear()
    for (const exchange of [...batch, ...later].slice(-MOST_WAITING)) waiting.set(exchange.seq, exchange)
  }
}

function byArrival(one: Exchange, other: Exchange): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  return one.seq - other.seq
}

function isTimeout(timer: unknown): timer is { unref(): void } {
  return typeof timer === 'object' && timer !== null && 'unref' in timer
}
