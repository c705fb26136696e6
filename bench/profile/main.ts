import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Contestant, MOCK } from '../contestants.ts'
import { assertServed } from '../load/plan.ts'
import { type LoadProcess, startLoad } from '../load-process.ts'
import { headersOf, type MeasuredOperation, OPERATIONS } from '../operations.ts'
import { stayWithTheLoad } from '../pinning.ts'
import { makeScratch, type Scratch } from '../scratch.ts'
import { startServer } from '../server-process.ts'
import { type CpuProfile, type HotSpot, hotSpots, sharesByFile } from './hot-spots.ts'

/**
 * `node bench/profile/main.ts [operation…]`: where the mock's time goes under the load of each operation. It runs from
 * its sources, so that lines are those of the sources.
 */

const SECONDS = 8
const SHOWN = 30
const FROM_SOURCES = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

const MOCK_FROM_SOURCES: Contestant = {
  ...MOCK,
  command: (scratch, port) => [FROM_SOURCES, ...MOCK.command(scratch, port).slice(1)],
}

/** Makes the order that is looked up. */
const REPLAY = OPERATIONS.find(({ name }) => name === 'replay') as MeasuredOperation

async function profileOf({ request, title }: MeasuredOperation, load: LoadProcess, scratch: Scratch) {
  const folder = join(scratch.folder, `profile-${title.replace(/\W+/g, '-')}`)
  const server = await startServer(MOCK_FROM_SOURCES, scratch, {
    nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
  })
  const plan = { port: server.port, request, headers: headersOf(request), connections: 32, warmUpSeconds: 0 }
  await load.put({
    ...plan,
    request: REPLAY.request,
    headers: headersOf(REPLAY.request),
    until: { requests: 1 },
  })
  const { requests } = assertServed(await load.put({ ...plan, until: { seconds: SECONDS } }), title)
  await server.stop()
  const [file = ''] = readdirSync(folder)
  // V8 wrote it.
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile
  const spots = hotSpots(profile)
  console.log(`\n${title}: ${requests} requests`)
  print('with all that they called', spots.slice(0, SHOWN).map(lineOf))
  const bySelf = spots.toSorted((one, other) => other.self - one.self)
  print('in themselves', bySelf.slice(0, SHOWN).map(lineOf))
  const files = sharesByFile(spots).slice(0, SHOWN)
  print(
    'by file',
    files.map(({ file, self }) => `${percent(self)}  ${file}`),
  )
}

function print(title: string, lines: readonly string[]): void {
  console.log(`\n  ${title}:\n${lines.join('\n')}`)
}

function lineOf({ self, total, place }: HotSpot): string {
  return `${percent(self)} ${percent(total)}  ${place}`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1).padStart(5)}%`
}

stayWithTheLoad()
const asked = process.argv.slice(2)
const scratch = makeScratch()
const load = startLoad()
try {
  for (const operation of OPERATIONS) {
    if (asked.length === 0 || asked.includes(operation.name)) await profileOf(operation, load, scratch)
  }
} finally {
  await load.stop()
  scratch.remove()
}
