/** The reference client as a package entry: `partner-purchase-kit/client`. */

export type { CallOptions, Ping, Product } from './calls.ts'
export { type Client, createClient, type FollowOptions } from './client.ts'
export type { ClientProfile } from './client-profile.ts'
export type { Clock } from './clock.ts'
export {
  type ClientOperation,
  ConnectionError,
  InsufficientBalanceError,
  OrderNotFoundError,
  OrderRefusedError,
  OutcomeUnknownError,
  PartnerPurchaseError,
  RateLimitedError,
  RefusedError,
  ServerError,
  TimeoutError,
  UnexpectedResponseError,
  UsageError,
} from './errors.ts'
export type { Money } from './money.ts'
export type { ClientOptions, Fetch } from './options.ts'
export type { OrderRequest } from './order-request.ts'
export type { ClientProfileAnswers } from './profile.ts'
export type { Purchase } from './purchase.ts'
export type { Recovery } from './recovery.ts'
export type { OrderSummary, ProcessingSummary, SettledSummary } from './summary.ts'
