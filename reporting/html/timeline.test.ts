import { expect, test } from 'vitest'
import type { ScenarioReport, TimelineEntry } from '../../contract/report/report.ts'
import { NOT_CERTIFIED } from './sample-certifications.fixture.ts'
import { scenarioTimeline } from './timeline.ts'

const SCENARIO = NOT_CERTIFIED.scenarios?.find(({ sku }) => sku === 'SCENARIO-LONG')
if (SCENARIO === undefined) throw new Error('There is no such scenario.')
const POLL = SCENARIO.timeline.find(({ operation }) => operation === 'lookupOrder')
if (POLL === undefined) throw new Error('It has no poll.')

/** The lines of a timeline of these requests, as plain words. */
function linesOf(requests: readonly Partial<TimelineEntry>[], changed: Partial<ScenarioReport> = {}) {
  const timeline = requests.map((one, seq) => ({ ...(POLL as TimelineEntry), ...one, arrivedMs: seq * 100 }))
  const { source } = scenarioTimeline({ ...(SCENARIO as ScenarioReport), timeline, exit: null, ...changed })
  const lines = source.split('<tr').slice(2)
  return lines.map((line) =>
    `<${line}`
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

const LOST = { delivery: 'lost', fault: { at: 'after-recording', does: 'reset' } } as const

test('equal requests share a line with the earliest one, and omitted requests are counted', () => {
  const early = Array.from({ length: 9 }, () => ({ allowedFromMs: 1_000, breaks: ['waits-poll-after'] }))
  expect(linesOf(early, { omitted: 1_834 })).toEqual([
    expect.stringMatching(
      /9 times until 0\.80 s: GET \/orders\/ \S+ ✕ up to 1\.00 s too early PROCESSING 1 s … 1834 more requests are left out\.$/,
    ),
  ])
})

test.each([
  [null, 'left here, before the order was settled'],
  ['PROCESSING', 'left here, before the order was settled'],
  ['COMPLETED', 'asked again, although it was settled'],
])('the words for a broken follows-until-settled after the answer %j', (orderStatus, words) => {
  const [line] = linesOf([{ orderStatus, breaks: ['follows-until-settled'] }])
  expect(line).toContain(words)
})

test('a lost answer shows no wait, and the network gets its own line', () => {
  expect(linesOf([{ ...LOST, pollAfterSeconds: 5, operation: 'createOrder', effect: 'recorded' }])).toEqual([
    expect.stringMatching(/^0\.00 s client \S+ .* recorded, answer lost$/),
    expect.stringMatching(/network connection reset after the order was recorded$/),
  ])
})

test.each([
  [{ code: 0, signal: null, cause: 'exited' }, 'client exited with 0'],
  [{ code: null, signal: 'SIGTERM', cause: 'exited' }, 'client was ended by SIGTERM'],
  [{ code: null, signal: 'SIGKILL', cause: 'time-limit' }, 'kit client was ended: it ran too long'],
  [{ code: null, signal: 'SIGKILL', cause: 'flood' }, 'kit client was ended: it sent too much'],
] as const)('the last line says how the client ended: %j', (exit, words) => {
  expect(linesOf([{}], { exit: { ...exit, atMs: 24_700 } }).at(-1)).toBe(`24.70 s ${words}`)
})

test('impossible times and hostile texts break no markup', () => {
  const odd = {
    target: '/</script><b onclick=x>',
    partnerReference: '\u202e"\'&pk_test_abcdefgh',
    answeredMs: -1e300,
  }
  const { source } = scenarioTimeline({ ...SCENARIO, timeline: [{ ...POLL, ...odd, arrivedMs: 1e300 }] })
  expect(source).not.toMatch(/NaN|Infinity|<script|<b onclick|abcdefgh|\u202e/)
})
