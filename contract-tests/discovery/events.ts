import type { Finding, Miss } from './finding.ts'

/** Something that a discovery tells while it goes on. No text in it holds a key. */
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

/** Is handed each event as it comes. */
export type Tell = (event: DiscoveryEvent) => void
