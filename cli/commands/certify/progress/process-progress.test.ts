import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { judgeTrials } from '../../../../certification/judge-journal.ts'
import { FACTS } from '../../../../certification/testing/certification.fixture.ts'
import { clientJournal } from '../../../../certification/testing/client-journal.fixture.ts'
import { systemClock } from '../../../../contract/clock.ts'
import { DEFAULT_PROFILE } from '../../../../contract/profile/profile-defaults.ts'
import { SCENARIOS } from '../../../../fixtures/scenarios.ts'
import { processProgress } from './process-progress.ts'

/** What is printed of clients that end after a ping, each with what it wrote. */
function printed(...written: readonly string[]): string {
  const stdout = new PassThrough()
  const io = {
    stdin: new PassThrough(),
    stdout,
    stderr: new PassThrough(),
    env: {},
    clock: systemClock,
    onSignal: () => () => {},
  }
  const show = processProgress(io, () => '', false)
  show({ event: 'begun', scenarios: SCENARIOS, of: SCENARIOS.length })
  for (const [index, stderr] of written.entries()) {
    const scenario = SCENARIOS[index]
    if (scenario === undefined) throw new Error('There are not so many scenarios.')
    const trial = clientJournal(scenario, (client) => client.ping().status)
    const report = judgeTrials([trial], DEFAULT_PROFILE, FACTS).scenarios?.[0] ?? null
    show({ event: 'ended', sku: scenario.sku, report, clauses: [], stderr })
  }
  // On Node 26 a read takes one chunk, and on older ones everything.
  const chunks: unknown[] = []
  for (let chunk = stdout.read(); chunk !== null; chunk = stdout.read()) chunks.push(chunk)
  return chunks.join('')
}

test('a client that ends with the same error each time has it shown once, without its stack', () => {
  const text = printed(
    'Error: no key 7f3c01aa\n    at client.mjs:1:1\n',
    'Error: no key 90ab12cd\n    at client.mjs:1:1\n',
    'Error: another\n',
  )
  expect(text.match(/it wrote: .*/g)).toEqual([
    'it wrote: Error: no key 7f3c01aa',
    'it wrote: Error: another',
  ])
  expect(text.match(/no purchase; the last request was GET \/ping → 200/g)).toHaveLength(3)
})
