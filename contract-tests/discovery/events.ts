import type { Finding, Miss } from './finding.ts'

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

/** Called with each event as it happens. */
export type Tell = (event: DiscoveryEvent) => void
