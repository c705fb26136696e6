/** The mock server as a package entry: `partner-purchase-kit/mock-server`. Without a socket: `…/mock-server/app`. */
export { type Clock, type ManualClock, manualClock } from '../contract/clock.ts'
export { type PartialProfile, ProfileError } from '../contract/parse-profile.ts'
export { ADMIN_TOKEN_HEADER } from './admin/token.ts'
export { createApp, createMock, type MockApp } from './app.ts'
export { ASSUMPTIONS_HEADER, type Assumption, assumptionsReport } from './assumptions.ts'
export type { Transport } from './caller.ts'
export type { ConnectionLimits } from './connection-limits.ts'
export type { KeyClock, MockControl } from './control.ts'
export type { JournalBounds, JournalListener } from './journal.ts'
export type { JournalFilter } from './journal-query.ts'
export { ListenError } from './listen.ts'
export { type MemoryStore, memoryStore, type WorldTimeOptions } from './memory-store.ts'
export type { MockOptions } from './mock.ts'
export { type MockState, openState, type StateOptions } from './mock-state.ts'
export { openStore } from './open-store.ts'
export type { Order } from './order.ts'
export { type ServedMock, type ServeOptions, serve } from './serve.ts'
export {
  type Account,
  type JournalArchive,
  type Placement,
  type Purchase,
  type Store,
  StoreError,
  StoreUnavailableError,
  type WorldState,
} from './store.ts'
export type { TimeChange, WorldTime } from './world-time.ts'
