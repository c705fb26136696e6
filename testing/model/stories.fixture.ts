import { SCENARIOS, type ScenarioSku } from '../../fixtures/scenarios.ts'

/** One call, what its client saw of it, and what came of the order and of the answer. */
export type Told = {
  readonly call: string
  /** Seconds, where it is no call: the time of the key is advanced. */
  readonly advanceSeconds: number | undefined
  readonly seen: string
  readonly effect: string
  readonly delivery: string
}

/** A scenario, as a client goes through it; and how many cards are paid in the end. */
export type Story = { readonly sku: ScenarioSku; readonly paid: number; readonly told: readonly Told[] }

/**
 * Every scenario as it is meant, written by hand: where the model or the mock differs, it is wrong. A call without an effect
 * changed nothing. Its answer arrived, unless it is said to be cut, or nothing was seen of it.
 */
const TOLD = `
SCENARIO-AT-ONCE, 1 paid
  buy: COMPLETED, recorded; buy: COMPLETED, replayed
SCENARIO-PROCESSING, 1 paid
  buy: PROCESSING 1, recorded; advance 2; look up: COMPLETED
SCENARIO-POLL-CHANGES, 1 paid
  buy: PROCESSING 1, recorded; advance 1; look up: PROCESSING 2; advance 2; look up: COMPLETED
SCENARIO-UNUSUAL-PACE, 1 paid
  buy: PROCESSING 3, recorded; advance 3; look up: PROCESSING 4; advance 4; buy: PROCESSING 2, replayed;
  advance 2; look up: COMPLETED
SCENARIO-LONG, 1 paid
  buy: PROCESSING 1, recorded; advance 9; look up: PROCESSING 2; advance 2; look up: PROCESSING 1;
  advance 2.5; look up: COMPLETED
SCENARIO-FAILS, 0 paid
  buy: PROCESSING 1, recorded; advance 3; look up: FAILED
SCENARIO-UNKNOWN-STATE, 1 paid
  buy: PROCESSING 1, recorded; advance 1; look up: ON_HOLD
SCENARIO-EXTRA-FIELDS, 1 paid
  buy: PROCESSING 1, recorded; advance 1; look up: PROCESSING 1; advance 1; look up: COMPLETED
SCENARIO-FRACTION, 1 paid
  buy: PROCESSING 1.5, recorded; advance 4.5; look up: COMPLETED
SCENARIO-TWO-CARDS, 2 paid
  buy: COMPLETED, recorded; buy another: COMPLETED, recorded
SCENARIO-TWO-PACES, 2 paid
  buy: PROCESSING 2, recorded; buy another: PROCESSING 1, recorded; buy: PROCESSING 2, replayed;
  advance 3; look up: PROCESSING 2; buy another: COMPLETED, replayed; advance 1; look up: COMPLETED
SCENARIO-TWO-AT-ONCE, 2 paid
  buy: COMPLETED, recorded; buy another: COMPLETED, recorded; buy: COMPLETED, replayed
SCENARIO-TWO-LOST, 2 paid
  buy: reset, recorded; look up: COMPLETED; buy another: reset, recorded; buy another: COMPLETED, replayed
SCENARIO-POLL-LOST, 1 paid
  buy: PROCESSING 1, recorded; look up: reset; look up: PROCESSING 1; buy: reset, replayed;
  buy: PROCESSING 1, replayed; advance 3; look up: COMPLETED
SCENARIO-POLL-CUT, 1 paid
  buy: PROCESSING 1, recorded; look up: closed, cut; look up: PROCESSING 1; buy: closed, replayed, cut;
  buy: PROCESSING 1, replayed; advance 3; look up: COMPLETED
SCENARIO-POLL-SLOW, 1 paid
  buy: PROCESSING 1, recorded; look up: PROCESSING 1; advance 3; look up: COMPLETED
SCENARIO-POLL-UNAVAILABLE, 1 paid
  buy: PROCESSING 1, recorded; look up: 503; buy: 503, replayed; advance 3; look up: COMPLETED
SCENARIO-POLL-500, 1 paid
  buy: PROCESSING 1, recorded; look up: 500; buy: 500, replayed; advance 3; look up: COMPLETED
SCENARIO-POLL-RATE-LIMITED, 1 paid
  buy: PROCESSING 1, recorded; look up: 429; look up: PROCESSING 1; buy: 429, replayed; advance 3;
  look up: COMPLETED
SCENARIO-LOST-BEFORE, 1 paid
  buy: reset; look up: 404; buy: COMPLETED, recorded
SCENARIO-LOST-AFTER, 1 paid
  buy: reset, recorded; look up: PROCESSING 1; buy: PROCESSING 1, replayed
SCENARIO-LOST-TWICE, 1 paid
  buy: reset, recorded; buy: reset, replayed; buy: PROCESSING 1, replayed
SCENARIO-CLOSED, 1 paid
  buy: closed, recorded; look up: COMPLETED
SCENARIO-CUT, 1 paid
  buy: closed, recorded, cut; buy: COMPLETED, replayed
SCENARIO-STALLED, 1 paid
  buy: timeout, recorded; look up: COMPLETED
SCENARIO-TRICKLE, 1 paid
  buy: COMPLETED, recorded; buy: COMPLETED, replayed
SCENARIO-LOST-AND-LATE, 1 paid
  buy: reset, recorded; look up: 404; buy: COMPLETED, replayed; advance 3; look up: COMPLETED
SCENARIO-UNAVAILABLE, 1 paid
  buy: 503; buy: 503; buy: COMPLETED, recorded
SCENARIO-UNAVAILABLE-AFTER, 1 paid
  buy: 503, recorded; look up: COMPLETED
SCENARIO-500-BEFORE, 1 paid
  buy: 500; look up: 404; buy: COMPLETED, recorded
SCENARIO-500-AFTER, 1 paid
  buy: 500, recorded; look up: COMPLETED
SCENARIO-502-BEFORE, 1 paid
  buy: 502; look up: 404; buy: COMPLETED, recorded
SCENARIO-502-AFTER, 1 paid
  buy: 502, recorded; look up: COMPLETED
SCENARIO-RATE-LIMITED, 1 paid
  buy: 429; buy: COMPLETED, recorded
SCENARIO-LOOKUP-LATE, 1 paid
  buy: PROCESSING 1, recorded; look up: 404; advance 2; look up: PROCESSING 1; advance 2;
  look up: COMPLETED
SCENARIO-TOO-DEAR, 0 paid
  buy: 402
SCENARIO-WITHDRAWN, 0 paid
  buy: 422; buy: 422
SCENARIO-KEY-REVOKED, 1 paid
  buy: PROCESSING 1, recorded; look up: 401; buy: 401
`

export const STORIES: readonly Story[] = TOLD.trim()
  .split(/\n(?=SCENARIO)/)
  .map((text) => {
    const [head = '', ...lines] = text.split('\n')
    const [name, paid = ''] = head.split(', ')
    const { sku } = SCENARIOS.find((scenario) => scenario.sku === name) ?? {}
    if (sku === undefined) throw new Error(`No scenario is called ${name}.`)
    const calls = lines.join(' ').split(';')
    return { sku, paid: Number.parseInt(paid, 10), told: calls.map(toldIn) }
  })

function toldIn(text: string): Told {
  const [call = '', rest = ''] = text.trim().split(': ')
  const [seen = '', ...more] = rest.split(', ')
  const isLost = ['reset', 'closed', 'timeout'].includes(seen)
  return {
    call,
    advanceSeconds: call.startsWith('advance ') ? Number(call.slice('advance '.length)) : undefined,
    seen,
    effect: more.find((word) => word !== 'cut') ?? 'none',
    delivery: more.includes('cut') ? 'cut' : isLost ? 'lost' : 'delivered',
  }
}
