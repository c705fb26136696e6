import type { Exchange } from '../../../contract/exchange.ts'

/** When a client is killed, to be started again: as soon as its order is recorded, or while it waits to poll. */
export type CrashPoint = 'recorded' | 'processing'

type Moment = {
  readonly isThere: (exchange: Exchange) => boolean
  /** How much later it is killed: 0 for at once, before anything else happens. */
  readonly afterMs: number
}

/** How a journal shows that a client is to be killed. */
export const CRASHES: { readonly [At in CrashPoint]: Moment } = {
  recorded: {
    isThere: ({ order, response, delivery }) =>
      order?.effect === 'recorded' && response !== null && delivery === null,
    afterMs: 0,
  },
  processing: {
    isThere: ({ order, delivery }) => order?.effect === 'recorded' && delivery?.outcome === 'delivered',
    afterMs: 100,
  },
}
