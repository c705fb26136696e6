import { fuzz, GROWTH } from './fuzz-run.fixture.ts'

// Sends a mock so many requests with all kinds of errors, and prints the results:
// node --expose-gc mock-server/testing/fuzz/fuzz.fixture.ts [requests] [seed]

const [requests = '10000', seed = '1'] = process.argv.slice(2)
const figures = await fuzz(Number(requests), Number(seed), globalThis.gc)
const megabytes = figures.heap.map((bytes) => (bytes / 1024 / 1024).toFixed(2))
const statuses = [...figures.statuses].sort(([one], [other]) => one - other)
const rows = {
  seed: figures.seed,
  requests: figures.requests,
  connections: figures.connections,
  seconds: figures.seconds.toFixed(1),
  statuses: statuses.map((pair) => pair.join(': ')).join(', '),
  purchases: [...figures.purchases].map((pair) => pair.join(': ')).join(', '),
  '5xx unasked': figures.unasked.length,
  hangs: figures.hangs.length,
  misrecorded: figures.misrecorded.length,
  faults: figures.faults.length,
  'journal entries': figures.journalEntries,
  'purchase afterwards': figures.purchaseAfterwards,
  'heap in MB': megabytes.join(', '),
}
for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(20)} ${value}\n`)
const { faults, unasked, hangs, misrecorded } = figures
for (const texts of [faults, unasked, hangs, misrecorded])
  for (const text of texts.slice(0, 8)) process.stdout.write(`${text}\n`)
const [, before = 1, after = 0] = figures.heap
const isWhole =
  after / before < GROWTH &&
  [faults, unasked, hangs, misrecorded].every(({ length }) => length === 0) &&
  figures.purchaseAfterwards === 200
process.exitCode = isWhole ? 0 : 1
