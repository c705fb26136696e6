import type { CompletedExchange } from '../../mock-server/journal/journal.ts'

/** Something that happened to a mock, besides an exchange. */
export type MockEvent =
  /** It listens. The token is said this once, and only where the mock's own surface needs one. */
  | {
      readonly event: 'ready'
      readonly url: string
      /** The file of the authority that clients have to trust, where it serves https. */
      readonly certificate?: string
      readonly adminToken?: string
    }
  /** Something arrived that is no request of HTTP, and stands in no journal. */
  | { readonly event: 'not-http'; readonly kind: string; readonly message: string }
  | { readonly event: 'reloaded'; readonly files: readonly string[] }
  /** What a file was changed to can't be used: what was in force stays. */
  | { readonly event: 'not-reloaded'; readonly files: readonly string[]; readonly problem: string }
  | { readonly event: 'stopping' }

/** Where a mock writes what happens. Neither an exchange nor an event holds a key. */
export type MockLog = {
  exchange(completed: CompletedExchange): void
  event(event: MockEvent): void
}

/** How a mock may log. */
export const LOG_FORMATS = ['text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]
