import type { Finding, Miss } from './finding.ts'
import type { AnswerDifference, Contradiction } from './openapi/disagreement.ts'

/** Something that a discovery reports while it runs. No text in it contains a key. */
export type DiscoveryEvent =
  | { readonly kind: 'step'; readonly text: string }
  | {
      readonly kind: 'request'
      readonly request: string
      /** What is special about it, in a few words, or nothing. */
      readonly how: string
      readonly result: string
    }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'found'; readonly finding: Finding }
  | { readonly kind: 'missed'; readonly miss: Miss }
  /** A document contradicts a clause. */
  | { readonly kind: 'contradiction'; readonly contradiction: Contradiction }
  /** A document says something other than the service. */
  | { readonly kind: 'difference'; readonly difference: AnswerDifference }

/** Called with each event as it happens. */
export type OnDiscoveryEvent = (event: DiscoveryEvent) => void
