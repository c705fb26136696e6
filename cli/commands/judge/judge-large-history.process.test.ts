import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFull, runs } from '../../../contract/testing/sample.fixture.ts'
import { bought, historyOf, lookedUp, ping } from '../../../contract-tests/history/history.fixture.ts'
import type { Entry } from '../../../contract-tests/history/history.ts'
import { historyLines } from '../../../contract-tests/history/history.ts'
import { runCli } from '../../testing/run-cli.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const EXCHANGES = runs({ sample: 3_500, full: 100_000 })
const POLLS = 98
/** Less than the file has, in MiB. */
const HEAP = isFull ? 256 : 48
const BODY_BYTES = isFull ? 3_000 : 15_000

/** A run that buys order after order, and follows each for long; never in memory together. */
function* exchanges(): Generator<Entry> {
  let seq = 0
  const orders = function* () {
    yield ping()
    for (let order = 1; ; order += 1) {
      yield bought(`A-${order}`, 'PROCESSING')
      for (let poll = 1; poll <= POLLS; poll += 1) yield lookedUp(`A-${order}`, 'PROCESSING')
      yield lookedUp(`A-${order}`, 'COMPLETED')
    }
  }
  for (const step of orders()) {
    if (seq === EXCHANGES) return
    const [entry] = historyOf([step]).entries
    if (entry?.exchange.response == null) continue
    const { exchange } = entry
    const response = { ...entry.exchange.response, answeredMs: seq * 100 + 50 }
    const body = response.body.replace('{', `{"more":"${'x'.repeat(BODY_BYTES)}",`)
    yield { ...entry, exchange: { ...exchange, seq, arrivedMs: seq * 100, response: { ...response, body } } }
    seq += 1
  }
}

test(`a history of ${EXCHANGES} exchanges is judged in less memory than its size`, async (context) => {
  const file = join(temporaryFolder(context), 'history.jsonl')
  const opened = openSync(file, 'w')
  for (const line of historyLines({ ...historyOf([]), entries: exchanges() })) writeFileSync(opened, line)
  closeSync(opened)
  const NODE_OPTIONS = `--max-old-space-size=${HEAP}`
  const { code, stdout, stderr } = await runCli(['judge', file, '--json'], { env: { NODE_OPTIONS } })
  expect(stderr).toContain('✓ order-leaves-processing')
  expect(code).toBe(4)
  expect(JSON.parse(stdout).purchases.sent).toBe(Math.ceil((EXCHANGES - 1) / (POLLS + 2)))
})
