import { CLIENT_CLAUSES } from '../../contract/reference/client-clauses.ts'
import type {
  CheckReport,
  ClauseReport,
  Lesson,
  Report,
  ScenarioReport,
} from '../../contract/report/report.ts'
import { clauseVerdict, outcomeOf } from '../../contract/report/verdict.ts'
import { exchange, KEPT } from './sample-reports.fixture.ts'
import {
  AT_ONCE,
  BOUGHT_TWICE,
  FLOOD,
  HOSTILE_TEXTS,
  MISREAD,
  ONE_REQUEST,
  PACED,
  POLLED_EARLY,
  SENT_AGAIN,
  STALLED,
  TWO_CARDS,
} from './sample-scenarios.fixture.ts'
import { exitAt } from './sample-timelines.fixture.ts'

/** What is said of each clause that these clients break. */
const SAID: Readonly<Record<string, Pick<Lesson, 'consequence' | 'cause' | 'remedy'> & { message: string }>> =
  {
    'waits-poll-after': {
      message: 'Asked to wait 3 s, it polled after 1.01 s. Four polls came too early.',
      consequence: 'The service is polled more often than it asked to be: it may answer later, or no longer.',
      cause:
        'The pause is a constant of the client, or the first `pollAfterSeconds` is kept for the whole order.',
      remedy: 'Before each poll, sleep for the pollAfterSeconds of the answer that came last.',
    },
    'timeout-is-not-failure': {
      message:
        'The answer to SHOP:1003-1735787045 was lost after the order was recorded; it then bought again as SHOP:1003-1735787046.',
      consequence: 'The card is bought and paid for twice.',
      cause: 'The purchase is retried by code that makes a new reference for each attempt.',
      remedy: 'Make the reference once, before the first attempt, and resend the identical body.',
    },
    'reads-purchase-position': {
      message: 'The purchase was answered with PROCESSING at data.order.order; it was never followed.',
      consequence: 'A purchase that was made is taken for one that failed: its card is never delivered.',
      cause: 'One function reads both answers, and expects the summary at data.order.',
      remedy: 'Read the answer to a purchase at data.order.order.',
    },
  }

const OTHER = {
  message: 'The reference SHOP:1003-1735787046 holds the time of day: a later attempt has another.',
  consequence: 'A later purchase can no longer be told from this one.',
  cause: 'The time of day is part of the reference.',
  remedy: 'Take the label of your own order as the reference.',
}

/** A certification of the given scenarios, from their own verdicts on the clauses. */
export function certification(scenarios: readonly ScenarioReport[], changed: Partial<Report> = {}): Report {
  const clauses = Object.values(CLIENT_CLAUSES).map((clause): ClauseReport => {
    const checks = scenarios.map((scenario, index) => checkOf(clause.id, scenario, index))
    const verdict = clauseVerdict(checks.map((check) => check.verdict))
    return { ...clause, verdict, needs: null, excused: null, checks }
  })
  return {
    ...KEPT,
    kind: 'certify',
    target: { baseUrl: 'http://127.0.0.1:4010', mode: 'TEST' },
    durationMs: scenarios.reduce((sum, { durationMs }) => sum + durationMs, 0),
    outcome: outcomeOf(clauses),
    clauses,
    purchases: null,
    scenarios: [...scenarios],
    subject: { name: 'ACME shop 3.2', command: './my-client', digest: `sha256-${'89abcdef'.repeat(8)}` },
    profile: {
      digest: `sha256-${'01234567'.repeat(8)}`,
      provenance: { assumed: 21, observed: 0, confirmed: 0 },
    },
    seal: { rules: '1', digest: `sha256:${'0123456789abcdef'.repeat(4)}` },
    ...changed,
  }
}

function checkOf(clause: string, { sku, clauses, timeline }: ScenarioReport, index: number): CheckReport {
  const verdict = clauses[clause] ?? 'kept'
  const isBroken = verdict === 'broken'
  const { message, ...lesson } = SAID[clause] ?? OTHER
  const command = `partner-purchase certify --only ${sku} -- ./my-client`
  return {
    id: `${clause}/${sku}`,
    title: `${clause}: ${sku}`,
    verdict,
    message: verdict === 'kept' ? null : isBroken ? message : UNSEEN,
    lesson: isBroken ? { ...lesson, command } : null,
    restsOn: [],
    evidence: isBroken ? timeline.slice(-2).map((_, nth) => exchange(index * 10 + nth)) : [],
  }
}

const UNSEEN = 'The client ended before it could be seen. Let it run on.'
/** A client that kept every clause in every scenario. */
export const CERTIFIED: Report = certification([AT_ONCE, PACED, SENT_AGAIN, STALLED, TWO_CARDS])

/** One that polls early, buys twice after a lost answer, and reads a purchase at the wrong position. */
export const NOT_CERTIFIED: Report = certification([
  AT_ONCE,
  POLLED_EARLY,
  BOUGHT_TWICE,
  MISREAD,
  SENT_AGAIN,
  STALLED,
])

/** One that gave up before much was seen of it. */
export const INCOMPLETE_CERTIFICATION: Report = certification([
  AT_ONCE,
  {
    ...PACED,
    outcome: 'incomplete',
    timeline: PACED.timeline.slice(0, 6),
    exit: exitAt(9_000, { code: null, signal: 'SIGKILL', cause: 'time-limit' }),
    clauses: { 'follows-until-settled': 'not-observed' },
  },
  ONE_REQUEST,
])

const NO_KEY = 'No scenario got past GET /ping: 401, because no key is sent.'
const NOTHING = Object.fromEntries(Object.keys(CLIENT_CLAUSES).map((id) => [id, 'not-observed' as const]))

/** One whose key no scenario accepted. */
export const NOT_BEGUN: Report = certification(
  [{ ...ONE_REQUEST, outcome: 'incomplete', clauses: NOTHING }],
  {
    message: NO_KEY,
    startFailure: {
      message: NO_KEY,
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
  },
)

/** One with more requests than fit a row, with texts that are too long for it, and with hostile ones. */
export const CROWDED: Report = certification([
  FLOOD,
  HOSTILE_TEXTS,
  { ...ONE_REQUEST, timeline: [], omitted: 0 },
])
