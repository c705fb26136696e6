import type { CompletedExchange } from '../../mock-server/journal/journal.ts'

/** Something that happened to a mock, other than an exchange. */
export type MockEvent =
  /** It listens. The token is shown only here, and only if the admin API needs one. */
  | {
      readonly event: 'ready'
      readonly url: string
      /** The file of the authority that clients have to trust, where it serves https. */
      readonly certificate?: string
      readonly adminToken?: string
    }
  /** Something arrived that is not an HTTP request, and is in no journal. */
  | { readonly event: 'not-http'; readonly kind: string; readonly message: string }
  | { readonly event: 'reloaded'; readonly files: readonly string[] }
  /** A changed file can't be used: the old settings stay. */
  | { readonly event: 'not-reloaded'; readonly files: readonly string[]; readonly problem: string }
  | { readonly event: 'stopping' }

/** Where a mock writes what happens. Neither an exchange nor an event contains a key. */
export type MockLog = {
  exchange(completed: CompletedExchange): void
  event(event: MockEvent): void
}

/** The formats of a mock's log. */
export const LOG_FORMATS = ['text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]
