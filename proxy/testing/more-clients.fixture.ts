// node proxy/testing/more-clients.fixture.ts NAME: a client of the habits of certification/mutants that the examples have no
// client of.

import type { KnownClient } from '../../certification/mutants/processes/clients.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'

// Programs of the examples, without types.
const OF_EXAMPLES = new URL('../../examples/broken/', import.meta.url).href
const { CORRECT, NEXT } = await import(`${OF_EXAMPLES}behaviour.mjs`)
const { runClient } = await import(`${OF_EXAMPLES}client.mjs`)

type Sending = { readonly run: string; readonly number: number; readonly sending: number }
type Polled = { readonly latest: { readonly pollAfterSeconds: number } }
type Row = Pick<KnownClient, 'breaks' | 'scenarios'> & { readonly behaviour: object }

const resend = () => NEXT.resend

const ROWS: Readonly<Record<string, Row>> = {
  'sends the identical body again at first': {
    breaks: [],
    scenarios: SCENARIOS.map(({ sku }) => sku),
    behaviour: { afterLoss: resend },
  },
  'sends each time under another reference': {
    breaks: ['timeout-is-not-failure'],
    scenarios: ['SCENARIO-LOST-AFTER', 'SCENARIO-TWO-LOST'],
    behaviour: {
      afterLoss: resend,
      reference: ({ run, number, sending }: Sending) => `SHOP:${run}-${number}-${sending}`,
    },
  },
  'stops after one poll': {
    breaks: ['follows-until-settled'],
    scenarios: ['SCENARIO-POLL-LOST', 'SCENARIO-POLL-500'],
    behaviour: { mostPolls: 1 },
  },
  'waits half of each interval': {
    breaks: ['waits-poll-after'],
    scenarios: ['SCENARIO-POLL-LOST', 'SCENARIO-POLL-500'],
    behaviour: { waitMs: ({ latest }: Polled) => latest.pollAfterSeconds * 500 },
  },
}

export const MORE_CLIENTS: readonly KnownClient[] = Object.entries(ROWS).map(([name, row]) => ({
  name,
  command: ['node', 'proxy/testing/more-clients.fixture.ts', name],
  breaks: row.breaks,
  scenarios: row.scenarios,
}))

const found = import.meta.main ? ROWS[process.argv[2] ?? ''] : undefined
if (found !== undefined) process.exitCode = await runClient({ ...CORRECT, ...found.behaviour }, process.env)
