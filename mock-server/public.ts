/** The mock server as a package entry, over a socket and in-process: `partner-purchase-kit/mock-server`. */
export { type Clock, type ManualClock, manualClock } from '../contract/clock.ts'
export { type PartialProfile, ProfileError } from '../contract/profile/parse-profile.ts'
export type { OrderedFault, OrderedFor } from '../contract/wire/ordered-fault.ts'
export { createApp, createMock } from './app.ts'
export { createFetch, type InProcessFetch, type InProcessOptions } from './fetch.ts'
export { ADMIN_TOKEN_HEADER } from './guards/secrets.ts'
export { ListenError } from './http/listen.ts'
export type { JournalFilter } from './journal/filter.ts'
export type { JournalListener } from './journal/journal.ts'
export type { Transport } from './message/request.ts'
export { openStore } from './open-store.ts'
export type { MockApp } from './operations-app.ts'
export { openState } from './sandbox/assemble-mock.ts'
export { ASSUMPTIONS_HEADER, type Assumption, assumptionsReport } from './sandbox/assumptions-header.ts'
export type { KeyClock, MockControl } from './sandbox/control.ts'
export type {
  ClauseJudgement,
  JudgeKey,
  KeyHistory,
  MockOptions,
  MockState,
  RecordKey,
  StateOptions,
} from './sandbox/mock.ts'
export { type ServeOptions, serve, serverOf } from './serve.ts'
export type { ServedMock } from './serve-fetch.ts'
export { type MemoryStore, memoryStore, type SandboxTimeOptions } from './store/memory-store.ts'
export type { Order } from './store/order.ts'
export type { SandboxTime, TimeChange } from './store/sandbox-clock.ts'
export {
  type Account,
  type Adjustment,
  type NextFaults,
  type OrderList,
  type Placement,
  type Purchase,
  type SandboxState,
  type Store,
  StoreError,
  StoreUnavailableError,
} from './store/store.ts'
export type { Certificate } from './tls/tls-server.ts'
