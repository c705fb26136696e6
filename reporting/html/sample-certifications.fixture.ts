import { certify } from '../../certification/testing/certification.fixture.ts'
import { clientOf } from '../../certification/testing/clients.fixture.ts'
import { CLIENT_CLAUSES } from '../../contract/reference/client-clauses.ts'
import type { Report } from '../../contract/report/report.ts'

const SUBJECT = { name: 'ACME shop 3.2', command: 'node client.js', digest: `sha256-${'89abcdef'.repeat(8)}` }

/** A client that kept every clause in every scenario. */
export const CERTIFIED: Report = {
  ...certify(clientOf({})),
  subject: SUBJECT,
  notTried: ['crash-and-restart'],
}

/**
 * A client that buys again after a lost answer, polls too early, gives up, and runs in a browser. Its references have
 * no prefix.
 */
export const NOT_CERTIFIED: Report = {
  ...certify(
    clientOf({
      reference: (purchase) => `SHOP_${purchase}`,
      afterLoss: 'buy again',
      pause: (_, { pollAfterSeconds = 1 }) => pollAfterSeconds / 2,
      mostPolls: 4,
    }),
    { headers: { origin: 'https://shop.example' } },
  ),
  subject: SUBJECT,
}

const MESSAGE = 'No scenario got past GET /ping: 401, because no key is sent.'

/** A client that sent no key, and so could not begin. */
export const NOT_BEGUN: Report = {
  ...CERTIFIED,
  outcome: 'incomplete',
  clauses: Object.values(CLIENT_CLAUSES).map((clause) => ({
    ...{ ...clause, needs: null, excused: null, checks: [] },
    verdict: 'not-observed',
  })),
  scenarios: [],
  message: MESSAGE,
  startFailure: {
    message: MESSAGE,
    remedy: 'Send the key as `Authorization: Bearer {key}`.',
    nearMiss: {
      operation: 'ping',
      differs: ['No key is sent.', 'Where it belongs is an assumption.'],
      clause: 'key-required',
      gap: 'key-transport',
    },
    clientError: 'Error: <b>ping</b> failed',
    command: 'partner-purchase certify --only SCENARIO-AT-ONCE -- ./my-client',
    scenarios: ['SCENARIO-AT-ONCE'],
  },
}
