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
  ['repeats what is refused for a known reason', [KNOWN, KNOWN, KNOWN, KNOWN], 2_500],
  ['is refused for a known reason, and then served', [KNOWN, SERVED], null],
  ['is refused, as far as is known, for a while', [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN], null],
  ['is served, and sends nothing more', [SERVED], null],
] as const)('a client that %s has so much time', ([, sent, ms]) => {
  expect(endedAfter(sent)).toBe(ms)
})

/** For how long a client that sends one of these each second may run; null where only its time limit ends it. */
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
