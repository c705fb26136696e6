import { expect, test } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import type { Exchange, NearMiss } from '../contract/wire/exchange.ts'
import { endOfPreflight } from './preflight.ts'
import { answer, exchange, lookup, purchase } from './testing/exchange.fixture.ts'

const nearMiss: NearMiss = { operation: 'ping', differs: ['No key is sent.'], clause: null, gap: null }
const KNOWN = exchange({ response: answer({}, 401), nearMiss })
const UNKNOWN = exchange({ response: answer({}, 404) })
const SERVED = exchange({ response: answer({}) })
const BOUGHT = purchase(0, 'SKU', 'SHOP:1', 'COMPLETED')
const ASTRAY = exchange({
  response: answer({}, 404),
  nearMiss: { ...nearMiss, operation: 'lookupOrder', gap: 'lookup-operation' },
})
const LOOKED_UP = lookup(0, 'SHOP:1', 'COMPLETED')

test.for([
  ['buys', [SERVED, BOUGHT], 3_500],
  ['buys, and looks its order up elsewhere', [SERVED, BOUGHT, ASTRAY, ASTRAY], 3_500],
  ['buys, and looks its order up', [SERVED, BOUGHT, LOOKED_UP, LOOKED_UP], 3_500],
  ['repeats a request that the mock refuses for a known reason', [KNOWN, KNOWN, KNOWN, KNOWN], 2_500],
  ['is refused for a known reason, and then served', [KNOWN, SERVED], null],
  ['is refused for an unknown reason', [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN], null],
  ['is served, and sends nothing more', [SERVED], null],
] as const)('the preflight gives a client that %s its time', ([, sent, ms]) => {
  expect(endedAfter(sent)).toBe(ms)
})

/** How long a client may run that sends one of these exchanges each second; null if only its time limit ends it. */
function endedAfter(sent: readonly Exchange[]): number | null {
  const clock = manualClock()
  const [began, watch] = [clock.now(), endOfPreflight(clock)]
  let ended: number | null = null
  watch.signal.addEventListener('abort', () => {
    ended = clock.now() - began
  })
  for (const one of sent) {
    watch.see(one)
    clock.advance(1_000)
  }
  clock.advance(60_000)
  return ended
}
