import fc from 'fast-check'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { REFERENCE_VERSION } from '../../contract/report/report.ts'
import { type Scenario, scenarioSchema } from '../../contract/scenario/scenario.ts'
import { anyCharacter } from '../../contract/testing/any-character.fixture.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import type { Recording, RunHead } from '../journal.ts'
import type { Trial } from '../trial.ts'

const SKUS = ['CARD-A', 'CARD-B', 'CARD-C']

export const TABLE: readonly Scenario[] = SKUS.map((sku, index) =>
  scenarioSchema.parse({
    sku,
    name: 'a card',
    story: 'It is settled sooner or later.',
    course: { processing: [{ forSeconds: index + 1, pollAfterSeconds: 1 }], settles: 'success' },
  }),
)

const headers = fc.dictionary(fc.constantFrom('host', 'accept', 'origin', 'x-custom'), fc.string(), {
  maxKeys: 3,
})
const milliseconds = fc.double({ min: 0, max: 1e6, noNaN: true, noDefaultInfinity: true }).map(Math.abs)
const answer = fc.record({
  status: fc.constantFrom(200, 201, 404, 422, 503),
  headers,
  body: fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(
      '{"data":{"order":{"order":{"status":"PROCESSING","pollAfterSeconds":1}}}}',
      '{"data":{"order":{"status":"COMPLETED"}}}',
    ),
  ),
  answeredMs: milliseconds,
})

const reference = fc.constantFrom('SHOP:1', 'SHOP:2', 'a', '\u{1f4b3}')
const operation = fc.constantFrom(...OPERATION_IDS)

function exchange(sku: string): fc.Arbitrary<Omit<Exchange, 'seq'>> {
  return fc.record({
    at: fc.constant('2026-01-01T00:00:00.000Z'),
    arrivedMs: milliseconds,
    partner: fc.constantFrom(sku, null),
    operation: fc.option(operation),
    request: fc.record({
      method: fc.constantFrom('GET', 'POST'),
      target: fc.constantFrom('/ping', '/orders', '/orders/SHOP%3A1', '/balance', `/products/${sku}/price`),
      headers,
      body: fc.option(
        fc.oneof(
          fc.string({ unit: anyCharacter }),
          reference.map((partnerReference) => JSON.stringify({ partnerReference, sku })),
        ),
      ),
    }),
    response: fc.option(answer),
    delivery: fc.option(
      fc.record({ outcome: fc.constantFrom('delivered', 'cut', 'lost'), atMs: milliseconds }),
    ),
    order: fc.option(
      fc.record({
        partnerReference: reference,
        sku: fc.constant(sku),
        effect: fc.constantFrom('recorded', 'replayed', 'none'),
      }),
    ),
    fault: fc.option(fc.constant({ at: 'after-recording', does: 'reset' } as const)),
    nearMiss: fc.constant(null),
  })
}

function trial(scenario: Scenario): fc.Arbitrary<Trial> {
  return fc
    .record({
      scenario: fc.constant(scenario),
      exchanges: fc
        .array(exchange(scenario.sku), { maxLength: 8 })
        .map((list) =>
          list
            .toSorted((one, other) => one.arrivedMs - other.arrivedMs)
            .map((one, seq): Exchange => ({ seq, ...one })),
        ),
      beganMs: fc.constant(0),
      endedMs: milliseconds,
      exit: fc.option(
        fc.record({
          code: fc.option(fc.constantFrom(0, 1)),
          signal: fc.constantFrom(null, 'SIGTERM'),
          cause: fc.constantFrom('exited', 'time-limit', 'flood'),
          atMs: milliseconds,
        }),
      ),
      openingBalance: fc.nat(),
      unrecorded: fc.nat(),
      crash: fc.option(fc.record({ killedMs: milliseconds, restartedMs: milliseconds }), { nil: undefined }),
    })
    .map(({ crash, ...rest }) => (crash === undefined ? rest : { ...rest, crash }))
}

/** The head of a recording. */
export const HEAD: RunHead = {
  reference: REFERENCE_VERSION,
  rules: '1',
  tool: { name: 'kit', version: '0' },
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  baseUrl: 'http://127.0.0.1',
  command: ['./client'],
  ending: null,
  profile: DEFAULT_PROFILE,
  scenarios: [...TABLE],
  planned: SKUS,
}

/** Random recordings. */
export const recordings: fc.Arbitrary<Recording> = fc
  .tuple(...TABLE.map(trial), fc.subarray([...TABLE]))
  .map((parts) => {
    const trials = parts.slice(0, TABLE.length) as Trial[]
    const ended = parts.at(-1) as Scenario[]
    return { head: HEAD, trials: trials.filter(({ scenario }) => ended.includes(scenario)) }
  })
