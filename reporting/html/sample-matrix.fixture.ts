import type { Report, VariantReport } from '../../contract/report/report.ts'
import { KEPT } from './sample-reports.fixture.ts'

const STATUS = 'the status of a summary, at `data.order.order` and `data.order`'

const SUCCESS_STATE: VariantReport = {
  id: 'another-success-state',
  gaps: ['settled-states'],
  answeredBy: { profileKey: 'states', provenance: 'assumed' },
  change: 'A purchase that succeeds ends in FULFILLED.',
  readAt: STATUS,
  scenarios: ['SCENARIO-AT-ONCE', 'SCENARIO-PROCESSING'],
  verdict: 'depends',
  message:
    'In SCENARIO-AT-ONCE and SCENARIO-PROCESSING it exited with 1 after the settled summary, "FULFILLED" (control: exited with 0).',
}

const ROWS: readonly VariantReport[] = [
  SUCCESS_STATE,
  {
    ...SUCCESS_STATE,
    id: 'another-failure-state',
    change: 'A purchase that fails ends in REJECTED.',
    scenarios: ['SCENARIO-FAILS'],
    verdict: 'independent',
    message: null,
  },
  {
    id: 'insufficient-balance-422',
    gaps: ['insufficient-balance'],
    answeredBy: { profileKey: 'errors.insufficientBalance', provenance: 'observed' },
    change: 'A purchase that the balance does not cover is refused with 422, not 402.',
    readAt: 'the status of a refused call',
    scenarios: ['SCENARIO-TOO-DEAR'],
    verdict: 'not-observed',
    message: 'In SCENARIO-TOO-DEAR the client never received it.',
  },
  {
    id: 'unknown-fields-elsewhere',
    gaps: ['product-fields', 'price-fields', 'balance-fields'],
    answeredBy: { profileKey: 'price', provenance: 'assumed' },
    change: 'Every object in the answers to reads has undocumented fields.',
    readAt: 'the objects of the ping, the catalogue, a price and the balance',
    scenarios: ['SCENARIO-AT-ONCE'],
    verdict: 'independent',
    message: null,
  },
  {
    id: 'content-type-charset',
    gaps: [],
    answeredBy: null,
    change: 'The content type of every answer names its charset.',
    readAt: 'the headers of every answer',
    scenarios: ['SCENARIO-PROCESSING'],
    verdict: 'depends',
    message:
      'In SCENARIO-PROCESSING it bought nothing (control: bought once); it exited with 1 after 200 to GET /ping (control: exited with 0).',
  },
]

/** A matrix of assumptions with every verdict. */
export const MATRIX: Report = {
  ...KEPT,
  kind: 'variants',
  target: { baseUrl: 'http://127.0.0.1', mode: 'TEST' },
  durationMs: 8_200,
  outcome: 'incomplete',
  clauses: [],
  assumptions: [],
  purchases: null,
  drift: null,
  variants: [...ROWS],
}

/** One of a client that depends on none of the answers that it received. */
export const INDEPENDENT_MATRIX: Report = {
  ...MATRIX,
  variants: ROWS.filter(({ verdict }) => verdict !== 'depends'),
}
