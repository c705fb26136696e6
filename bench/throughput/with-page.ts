import { get, type IncomingMessage } from 'node:http'
import { stayOnLoadCore } from '../cores.ts'
import { type MeasuredOperation, OPERATIONS } from '../operations.ts'
import { median, type Sample, shareOf } from '../ratios.ts'
import { inRunFolder } from '../run-folder.ts'
import { type ServerProcess, startServer } from '../servers/server-process.ts'
import { mockCommand } from '../servers/servers.ts'
import { putLoad } from './load.ts'
import { sampleServer } from './throughput.ts'

/** `npm run bench:page`: the throughput of one mock with a page open, beside that of the same mock without. */

/** Few and long ones: between two of them the mock is idle, and the page catches up. */
const ROUNDS = 5
const SECONDS = 3
const WARM_UP_SECONDS = 2
/** A page that was just opened first reads what is there. */
const SETTLE_SECONDS = 0.5
const LEAST_RATIO = 0.9
const MEASURED: readonly MeasuredOperation['name'][] = ['ping', 'purchase']

stayOnLoadCore()
await inRunFolder(async (folder, partners) => {
  const mock = await startServer(mockCommand(['--quiet', '--partners', partners]), folder)
  try {
    for (const operation of OPERATIONS.filter(({ name }) => MEASURED.includes(name))) {
      await putLoad({ port: mock.port, operation, seconds: WARM_UP_SECONDS })
      const { without, withPage, bytes } = await alternate(mock, operation)
      const ratio = shareOf(withPage, without)
      const rates = [without, withPage].map((samples) =>
        Math.round(median(samples.map(({ requestsPerSecond }) => requestsPerSecond))),
      )
      console.log(
        `${ratio >= LEAST_RATIO ? 'kept  ' : 'missed'} ${operation.title}: ${ratio.toFixed(2)} for the same processor time with a page open, at least ${LEAST_RATIO} (${rates.join(' → ')} requests/s; ${Math.round(bytes / 1024)} KiB sent to the page)`,
      )
      if (!(ratio >= LEAST_RATIO)) process.exitCode = 1
    }
  } finally {
    await mock.stop()
  }
})

/** Rounds with and without a page, so that both meet the same machine. */
async function alternate(mock: ServerProcess, operation: MeasuredOperation) {
  const [without, withPage]: [Sample[], Sample[]] = [[], []]
  let bytes = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const isOpen of round % 2 === 0 ? [false, true] : [true, false]) {
      const page = isOpen ? await openPage(mock.port) : undefined
      page?.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength
      })
      await putLoad({ port: mock.port, operation, seconds: SETTLE_SECONDS })
      const samples = isOpen ? withPage : without
      samples.push(await sampleServer(mock, operation, SECONDS))
      page?.destroy()
    }
  }
  return { without, withPage, bytes }
}

function openPage(port: number): Promise<IncomingMessage> {
  const address = { host: '127.0.0.1', port, path: '/__mock/events', agent: false }
  return new Promise((resolve, reject) => get(address, resolve).once('error', reject))
}
