import type { ScenarioReport } from '../../contract/report/report.ts'
import {
  buying,
  type EntryFacts,
  entry,
  exitAt,
  lookup,
  lostAt,
  purchase,
  scenario,
} from './sample-timelines.fixture.ts'

const SETTLED = { orderStatus: 'COMPLETED', pollAfterSeconds: null }
const EARLY = { breaks: ['waits-poll-after'] }

const still = (pollAfterSeconds: number, changed: EntryFacts = {}): EntryFacts => ({
  orderStatus: 'PROCESSING',
  pollAfterSeconds,
  ...changed,
})

/** A purchase that settles at once, all of it within 50 milliseconds. */
export const AT_ONCE: ScenarioReport = buying('SCENARIO-AT-ONCE', 3, [purchase(40, 'SHOP:1001', SETTLED)], {
  durationMs: 61,
  exit: exitAt(49),
})

/** A single request, and a client that gave up. */
export const ONE_REQUEST: ScenarioReport = scenario('SCENARIO-WITHDRAWN', [entry(212, { httpStatus: 503 })], {
  outcome: 'incomplete',
  clauses: { 'sku-from-catalogue': 'not-observed' },
  exit: exitAt(260, { code: 1 }),
  balance: { before: '500.00 USD', after: '500.00 USD' },
})

/** An order that is polled at the pace that the service asks for. */
export const PACED: ScenarioReport = buying('SCENARIO-UNUSUAL-PACE', 180, [
  purchase(226, 'SHOP:1002', { pollAfterSeconds: 3 }),
  lookup(3_260, 'SHOP:1002', still(5, { allowedFromMs: 3_229 })),
  lookup(8_290, 'SHOP:1002', still(2, { allowedFromMs: 8_263 })),
  lookup(10_330, 'SHOP:1002', { allowedFromMs: 10_293 }),
])

/** The same, polled every second, ignoring the wait that the service asks for. */
export const POLLED_EARLY: ScenarioReport = buying(
  'SCENARIO-UNUSUAL-PACE',
  180,
  [
    purchase(226, 'SHOP:1002', { pollAfterSeconds: 3 }),
    ...[1, 2, 3].map((nth) =>
      lookup(
        229 + nth * 1_012,
        'SHOP:1002',
        still(nth < 3 ? 3 : 5, { ...EARLY, allowedFromMs: 3_229 + (nth - 1) * 1_015 }),
      ),
    ),
    lookup(4_300, 'SHOP:1002', still(5, { ...EARLY, allowedFromMs: 8_268 })),
    lookup(9_380, 'SHOP:1002', { allowedFromMs: 9_303 }),
  ],
  {
    outcome: 'broken',
    clauses: { 'waits-poll-after': 'broken', 'follows-until-settled': 'kept' },
  },
)

/** A purchase whose answer was lost, bought again under a new reference. */
export const BOUGHT_TWICE: ScenarioReport = buying(
  'SCENARIO-LOST-AFTER',
  175,
  [
    purchase(222, 'SHOP:1003-1735787045', lostAt(226)),
    purchase(478, 'SHOP:1003-1735787046', { breaks: ['timeout-is-not-failure', 'stable-reference'] }),
    lookup(1_522, 'SHOP:1003-1735787046', { allowedFromMs: 1_481 }),
  ],
  {
    outcome: 'broken',
    clauses: { 'timeout-is-not-failure': 'broken', 'stable-reference': 'broken' },
    balance: { before: '500.00 USD', after: '450.00 USD' },
  },
)

/** The same loss, handled correctly: the identical body is sent again. */
export const SENT_AGAIN: ScenarioReport = buying('SCENARIO-CUT', 175, [
  purchase(222, 'SHOP:1004', lostAt(226, { delivery: 'cut', fault: { at: 'in-answer', does: 'close' } })),
  purchase(430, 'SHOP:1004', { effect: 'replayed', httpStatus: 200, ...SETTLED }),
])

/** An answer that is delayed by 90 seconds: an idle period. */
export const STALLED: ScenarioReport = buying('SCENARIO-STALLED', 190, [
  purchase(240, 'SHOP:1005', lostAt(90_240, { fault: { at: 'after-recording', does: 'stall' } })),
  lookup(92_250, 'SHOP:1005', still(1)),
  lookup(93_300, 'SHOP:1005', { allowedFromMs: 93_253 }),
])

/** A client that read the purchase at the position of the lookup, saw no status, and ended. */
export const MISREAD: ScenarioReport = buying(
  'SCENARIO-PROCESSING',
  182,
  [purchase(229, 'SHOP:1006', { breaks: ['reads-purchase-position'] })],
  {
    outcome: 'broken',
    clauses: { 'reads-purchase-position': 'broken', 'follows-until-settled': 'not-observed' },
    exit: exitAt(301, { code: 1 }),
  },
)

/** Two hundred polls without a pause, and more that are omitted. */
export const FLOOD: ScenarioReport = buying(
  'SCENARIO-LONG',
  180,
  [
    purchase(226, 'SHOP:1007', { pollAfterSeconds: 2 }),
    ...Array.from({ length: 195 }, (_, nth) => {
      const arrivedMs = 240 + nth * 11 + (nth % 40 === 39 ? 6 : 0) + Math.floor(nth / 40) * 900
      return lookup(arrivedMs, 'SHOP:1007', still(2, { ...EARLY, allowedFromMs: arrivedMs + 1_990 }))
    }),
  ],
  {
    outcome: 'broken',
    clauses: { 'waits-poll-after': 'broken' },
    omitted: 1_834,
    exit: exitAt(24_700, { code: null, signal: 'SIGKILL', cause: 'flood' }),
    durationMs: 24_800,
  },
)

const HOSTILE = `</script><script>alert(1)</script>\u202e\u0000"'&pk_test_abcdefgh`

/** Texts that a client may write, to break the page or to be longer than it. */
export const HOSTILE_TEXTS: ScenarioReport = scenario(
  'SCENARIO-EXTRA-FIELDS',
  [
    entry(150, {
      operation: null,
      method: 'PROPFIND',
      target: `/${HOSTILE}`,
      httpStatus: 404,
      breaks: ['documented-operations-only'],
    }),
    purchase(190, `SHOP:${'9'.repeat(295)}`, { orderStatus: HOSTILE }),
    purchase(230, HOSTILE, { orderStatus: 'م'.repeat(200), pollAfterSeconds: null }),
    lookup(260, '漢'.repeat(300), { orderStatus: 'ＷＷＷＷ'.repeat(40), breaks: ['x'.repeat(300)] }),
  ],
  {
    name: HOSTILE,
    story: HOSTILE,
    outcome: 'broken',
    clauses: { 'documented-operations-only': 'broken', [HOSTILE]: 'broken' },
    exit: exitAt(300, { code: null, signal: HOSTILE }),
    balance: { before: HOSTILE, after: HOSTILE.repeat(9) },
  },
)

/** The answer to a read a few seconds late, a refusal, and a second purchase that was asked for. */
export const TWO_CARDS: ScenarioReport = buying('SCENARIO-TWO-CARDS', 170, [
  purchase(215, 'SHOP:1008', {
    httpStatus: 503,
    orderStatus: null,
    pollAfterSeconds: null,
    effect: 'none',
    fault: { at: 'before-recording', does: 'refuse' },
  }),
  purchase(730, 'SHOP:1008', SETTLED),
  purchase(748, 'SHOP:1009', SETTLED),
])
