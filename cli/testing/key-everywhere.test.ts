import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { judgeTrials } from '../../certification/judge.ts'
import { FACTS as CERTIFICATION, findingOf } from '../../certification/testing/certification.fixture.ts'
import { clientJournal } from '../../certification/testing/client-journal.fixture.ts'
import type { Trial } from '../../certification/trial.ts'
import { manualClock } from '../../contract/clock.ts'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { Report } from '../../contract/report/report.ts'
import { encodingsOf, PLACES, placedRequest } from '../../contract/testing/key-places.fixture.ts'
import { madeOnce } from '../../contract/testing/on-demand.fixture.ts'
import { sampleOf } from '../../contract/testing/sample.fixture.ts'
import { harmless } from '../../contract/text/harmless.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { reportWith } from '../../contract-tests/report.fixture.ts'
import { exchangeLines } from '../../contract-tests/run.ts'
import { Recorder } from '../../contract-tests/target/exchange.ts'
import { realPace } from '../../contract-tests/target/pace.ts'
import { ORDINARY_PARTNER } from '../../fixtures/partners.ts'
import { createMock } from '../../mock-server/app.ts'
import { openStore } from '../../mock-server/open-store.ts'
import { renderReport } from '../commands/verify/show-report.ts'
import { reportFiles } from '../files/report-files.ts'
import { jsonLog, textLog } from '../mock/mock-log.ts'
import { plain } from '../terminal/terminal.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const KEY = 'pk_test_Qk7vT2xLm9ZpR4wBd6NsY8cF3hJ5gA1e'
const ENCODINGS = encodingsOf(KEY)
const ALL = Object.entries(PLACES).flatMap(([place, put]) =>
  Object.entries(ENCODINGS).map(([encoding, [written]]) => ({
    name: `${place}: ${encoding}`,
    request: placedRequest(put, written, `Bearer ${KEY}`),
  })),
)
// Each place, and each way to write the key, is among them.
const REQUESTS = sampleOf(ALL, 3)

/** The encodings of the key that a text contains. */
function tracesIn(text: string): string[] {
  // JSON within JSON doubles its backslashes.
  const folded = text.toLowerCase().replaceAll('\\\\', '\\')
  return Object.entries(ENCODINGS)
    .filter(([name, [, trace]]) =>
      name.includes('Base64') ? text.includes(trace) : folded.includes(trace.toLowerCase()),
    )
    .map(([name]) => name)
}

type Outputs = Record<string, string>

const folder = temporaryFolder({ onTestFinished: afterAll })

/** All output of a mock that received all requests, by name. */
async function outputsOfMock(): Promise<{ outputs: Outputs; trial: Trial }> {
  const store = await openStore(`sqlite:${join(folder, 'orders.sqlite')}`)
  const partner = { ...ORDINARY_PARTNER, id: 'one', key: KEY, openingBalance: 10_000_000 }
  const mock = createMock({ store, partners: [partner] })
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  for (const log of [textLog(write, { paint: plain }), jsonLog(write, manualClock())])
    mock.listen((exchange, isComplete) => isComplete && log.exchange(exchange))
  const answers = []
  for (const { request } of REQUESTS) {
    const { target, ...init } = request
    const answer = await mock.app.request(target, init)
    answers.push(answer.status, ...answer.headers, await answer.text())
  }
  const journal = await (await mock.app.request('/__mock/journal')).text()
  const exchanges = mock.journal()
  await store.close()
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')])
  const trial = { ...clientJournal('SCENARIO-AT-ONCE', () => 0), exchanges }
  const outputs = {
    answers: answers.join('\n'),
    log: lines.join('\n'),
    journal,
    ...Object.fromEntries(files),
  }
  return { outputs, trial }
}

const ofMock = madeOnce(outputsOfMock)

/** A report in every form. */
function outputsOf(kind: string, report: Report): Outputs {
  const forms = {
    ...reportFiles(report),
    terminal: renderReport(harmless(report), { paint: plain, width: 80 }),
  }
  return Object.fromEntries(Object.entries(forms).map(([name, text]) => [`${kind} ${name}`, text]))
}

/** What the suite records when it sends all requests, and each is answered with its own text. */
function recordedBySuite(): Exchange[] {
  const recorder = new Recorder(realPace, [KEY], 'Authorization')
  return REQUESTS.map(({ request }) => {
    const { target, headers, body } = request
    const echo = { status: 400, headers, body: body ?? target }
    return recorder.send({ operation: null, ...request })(echo)
  })
}

/** The file of a run that sent these. */
function exchangesOf(exchanges: readonly Exchange[]): string {
  return exchangeLines(
    exchanges.map((exchange) => ({ key: 'own', isAbandoned: false, endedMs: 0, failure: null, exchange })),
  )
}

const leaks = (outputs: Outputs) =>
  Object.entries(outputs).flatMap(([name, text]) => tracesIn(text).map((encoding) => `${name}: ${encoding}`))

test(`a key in ${Object.keys(PLACES).length} places, written in ${Object.keys(ENCODINGS).length} ways, leaves no trace`, async () => {
  const { outputs, trial } = await ofMock()
  expect(trial.exchanges).toHaveLength(REQUESTS.length)
  expect(Object.keys(outputs)).toContain('orders.sqlite')
  const evidence = recordedBySuite()
  const verified = reportWith({ 'ping-ok': 'broken' })
  for (const check of verified.clauses.flatMap(({ checks }) => checks).slice(0, 1)) check.evidence = evidence
  const certified = judgeTrials([trial], DEFAULT_PROFILE, CERTIFICATION)
  const sent = { 'exchanges.jsonl': exchangesOf(evidence) }
  const all = { ...outputs, ...sent, ...outputsOf('verify', verified), ...outputsOf('certify', certified) }
  expect(leaks(all)).toEqual([])
})

test('and in every place where it does not belong, the client is blamed for it', async () => {
  const { trial } = await ofMock()
  const unblamed = REQUESTS.filter(({ name }, index) => {
    const exchanges = trial.exchanges.slice(index, index + 1)
    const { verdict } = findingOf('key-stays-on-server', { ...trial, exchanges })
    return verdict !== 'broken' && !name.includes('authorization')
  })
  expect(unblamed.map(({ name }) => name)).toEqual([])
})
