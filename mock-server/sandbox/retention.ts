import type { Clock } from '../../contract/clock.ts'
import {
  chain,
  type MaybePromise,
  type ReportFault,
  type Store,
  StoreUnavailableError,
} from '../store/store.ts'

type RetentionOptions = {
  readonly store: Store
  readonly clock: Clock
  /** How long nobody must have used a key; it may take a tenth longer. */
  readonly forgetAfterMs: number
}

/** After this share of the time, a use is noted again in the store: of most calls nothing is written. */
const NOTED_SHARE = 0.1
/** After this share of the time, keys that nobody uses are looked for. */
const SWEPT_SHARE = 0.05
/** Between two steps of forgetting, in which calls are answered. */
const PAUSE_MS = 5

/**
 * Keys are forgotten by the time of the store, so that replicas agree; what a process holds of a key, by its own.
 */
export function retention(
  { store, clock, forgetAfterMs }: RetentionOptions,
  forgetHere: (key: string, partner: string) => void,
  onFault: ReportFault,
) {
  const noted = new Map<string, { readonly at: number; readonly partner: string }>()
  /** While it sweeps, that is not yet. */
  let sweptAt = Number.NEGATIVE_INFINITY
  const idleMs = forgetAfterMs * (1 + NOTED_SHARE)
  const expire = (key: string): void => {
    const last = noted.get(key)
    if (last === undefined || clock.now() - last.at < idleMs) return
    noted.delete(key)
    forgetHere(key, last.partner)
  }
  const sweep = async () => {
    // The longest unused stand first: each that is noted again moves to the end.
    for (const [key, { at }] of noted) {
      if (clock.now() - at < idleMs) break
      expire(key)
    }
    try {
      while (await store.uses.forgetIdle(idleMs))
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    } catch (cause) {
      // Where the store is away, the next one goes on; calls report that.
      if (!(cause instanceof StoreUnavailableError))
        onFault(`partner-purchase mock: a key that nobody uses could not be forgotten: ${cause}`)
    }
  }
  return {
    /** Forgets a key here, if it was last used here so long ago. To be called before its partner is looked up. */
    expire,
    /**
     * Notes that a key is used. If it was last used too long ago, also elsewhere, it is new when this resolves. Now and
     * then it begins to forget others.
     */
    use(key: string, partner: string): MaybePromise<void> {
      const now = clock.now()
      if (now - sweptAt >= forgetAfterMs * SWEPT_SHARE) {
        sweptAt = Number.POSITIVE_INFINITY
        void sweep().finally(() => {
          sweptAt = now
        })
      }
      const last = noted.get(key)
      if (last !== undefined && now - last.at < forgetAfterMs * NOTED_SHARE) return
      return chain(store.uses.note(key, partner, idleMs), () => {
        noted.delete(key)
        noted.set(key, { at: now, partner })
      })
    },
  }
}

export type Retention = ReturnType<typeof retention>
