import type { ScenarioSku } from '../../../../fixtures/scenarios.ts'

/** The journal entry of a call: the outcome of the order, and of the answer. */
export type Recorded = `${'recorded' | 'replayed' | 'none' | 'unknown'}, ${'delivered' | 'cut' | 'lost'}`
/** One call, what the client saw of it, and what the journal says. */
export type Call = readonly [
  call: 'buy' | 'buy another' | 'look up' | `advance ${number}`,
  seen?: string,
  recorded?: Recorded,
]

/** A scenario, as a client goes through it; and how many cards were paid in the end. */
export type Story = { readonly calls: readonly Call[]; readonly paid: number }

/** A story for each of some scenarios. */
export type StoriesOf = { readonly [Sku in ScenarioSku]?: Story }
