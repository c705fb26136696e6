import { type Dropped, droppedTogether } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Archiving, JournalArchive } from './archive.ts'
import { matches } from './filter.ts'
import type { Journal } from './journal.ts'
import { levelFor } from './key-bounds.ts'

/** How long a complete exchange may wait for others that are written with it. */
const BATCH_MS = 250

/** How many may wait while they can't be written: above that, the oldest of the keys that have most are dropped. */
const MOST_WAITING = 10_000

/** What waits to be written, and what waited for too long. */
type Waiting = { readonly exchanges: Map<number, Exchange>; readonly lost: Map<string | null, Dropped> }

export function archiveJournal(journal: Journal, archive: JournalArchive): Archiving {
  const waiting: Waiting = { exchanges: new Map(), lost: new Map() }
  let isBatching = false
  let writing: Promise<void> = Promise.resolve()
  const flush = (): Promise<void> => {
    writing = writing.then(() => writeAll(archive, waiting))
    return writing
  }
  const batch = async () => {
    await flush()
    isBatching = false
    if (waiting.exchanges.size > 0) startBatch()
  }
  const startBatch = () => {
    if (isBatching) return
    isBatching = true
    const timer: { unref?(): void } = setTimeout(batch, BATCH_MS)
    // A batch that waits keeps no process alive. Only Node's timers have that setting.
    timer.unref?.()
  }
  journal.onComplete(({ exchange }) => {
    waiting.exchanges.set(exchange.seq, exchange)
    startBatch()
  })
  return {
    flush,
    async read(filter, most) {
      await flush()
      const underWay = journal
        .entries(filter.partner)
        .filter((exchange) => exchange.delivery === null && matches(exchange, filter))
      return [...(await archive.read(filter, most)), ...underWay].sort(byArrival)
    },
    async dropped(partner) {
      await flush()
      return archive.dropped(partner)
    },
    async forget(partner) {
      await flush()
      await archive.forget(partner)
    },
  }
}

async function writeAll(archive: JournalArchive, { exchanges, lost }: Waiting): Promise<void> {
  const [batch, lostBefore] = [[...exchanges.values()], new Map(lost)]
  if (batch.length === 0) return
  exchanges.clear()
  lost.clear()
  try {
    await archive.append(batch, lostBefore)
  } catch {
    for (const [partner, dropped] of lostBefore) lose(lost, partner, dropped)
    const all = new Map([...batch, ...exchanges.values()].map((exchange) => [exchange.seq, exchange]))
    const byPartner = Map.groupBy(all.values(), ({ partner }) => partner)
    const most = levelFor(
      Array.from(byPartner.values(), ({ length }) => length),
      MOST_WAITING,
    )
    exchanges.clear()
    for (const [partner, own] of byPartner) {
      const tooMany = own.splice(0, Math.max(0, Math.ceil(own.length - most)))
      for (const { at } of tooMany) lose(lost, partner, { count: 1, from: at, to: at })
      for (const exchange of own) exchanges.set(exchange.seq, exchange)
    }
  }
}

function lose(lost: Waiting['lost'], partner: string | null, dropped: Dropped): void {
  const all = droppedTogether(lost.get(partner) ?? null, dropped)
  if (all !== null) lost.set(partner, all)
}

function byArrival(one: Exchange, other: Exchange): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  return one.seq - other.seq
}
