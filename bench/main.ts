import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { boundLine, boundsOf, startLines } from './figures.ts'
import { excessOf, measureInstalls, type Product } from './install.ts'
import { measureStarts, measureThroughput, START_ROUNDS } from './measure.ts'
import { BENCH_BALANCE, BENCH_KEY } from './operations.ts'
import { describeMachine, installPage, performancePage } from './page.ts'
import { stayOnLoadCore } from './server-process.ts'
import { durableMocks, installPeers, mockBesideBare, PEER_VERSIONS } from './servers.ts'

/** `npm run bench`, and with a word behind a colon what that word says: `check`, `start` or `install`. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PAGES = join(ROOT, 'docs', 'maintainers')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'without-peers': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
  },
})
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)

/** Three processes of each server: of two, one that happens to be slow decides as much as the other. */
const PLAN = { restarts: 3, rounds: 6, seconds: 0.5, warmUpSeconds: 2 }

const COMMANDS = {
  all: measureAll,
  check: checkBounds,
  start: showStarts,
  install: checkInstalls,
}
const [name = 'all', ...others] = positionals
const command = COMMANDS[name as keyof typeof COMMANDS]
if (command === undefined || others.length > 0) {
  console.error(`expected one of ${Object.keys(COMMANDS).join(', ')}, found ${positionals.join(' ')}`)
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-bench-'))
const partners = join(folder, 'partners.json')
writeFileSync(
  partners,
  JSON.stringify({ partners: [{ id: 'bench', key: BENCH_KEY, openingBalance: BENCH_BALANCE }] }),
)
try {
  await command()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measureAll(): Promise<void> {
  const machine = describeMachine()
  // Loaded only here: it ends what it started before its process ends.
  const { embeddedServer } = await import('../mock-server/store/postgres/embedded-server.fixture.ts')
  const database = await embeddedServer({ isHasty: false })
  try {
    // After the database, which may use every core.
    stayOnLoadCore()
    const peerFolder = join(folder, 'peers')
    mkdirSync(peerFolder)
    say('installing the peers, and cold starts')
    const peers = values['without-peers'] ? [] : installPeers(peerFolder)
    const starts = await measureStarts(folder, peers)
    const durable = durableMocks({ partners, folder, databaseUrl: await database.database() })
    const all = [...mockBesideBare(partners), ...durable, ...peers]
    const servers = await measureThroughput(all, PLAN, { folder, say })
    const text = performancePage({ machine, plan: PLAN, starts, servers })
    if (values['without-peers']) return console.log(text)
    writeFileSync(join(PAGES, 'performance.md'), text)
    say('written: docs/maintainers/performance.md')
  } finally {
    await database.close()
  }
}

/** The mock next to a bare server. Fails if it misses a bound. */
async function checkBounds(): Promise<void> {
  stayOnLoadCore()
  const starts = await measureStarts(folder)
  const servers = await measureThroughput(mockBesideBare(partners), PLAN, { folder, say })
  const bounds = boundsOf({ servers, starts })
  for (const line of [...startLines(starts), ...bounds.map(boundLine)]) console.log(line)
  if (bounds.every(({ isKept }) => isKept)) return
  console.error(
    'Measure again on a quiet machine, then look at what changed in the mock since it kept its bounds.',
  )
  process.exitCode = 1
}

async function showStarts(): Promise<void> {
  stayOnLoadCore()
  const starts = await measureStarts(folder)
  console.log(
    `From the start to the first 200 on /ping, median of ${START_ROUNDS}, Node ${process.versions.node}:`,
  )
  for (const line of startLines(starts)) console.log(line)
}

/** What an install of the packed kit takes, next to others. Fails if the kit is over a bound. */
async function checkInstalls(): Promise<void> {
  const machine = describeMachine()
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' })
  npm('pack', '--silent', '--ignore-scripts', '--pack-destination', folder)
  const archive = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? ''
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const peers = Object.entries({ ...PEER_VERSIONS, msw: devDependencies.msw })
  const kit: Product = { title: 'this kit', spec: join(folder, archive) }
  const products = peers.map(([peer, version]) => ({
    title: `${peer} ${version}`,
    spec: `${peer}@${version}`,
  }))
  const installs = measureInstalls([kit, ...products], { folder, rounds: Number(values.rounds), say })
  const page = installPage(installs, machine, npm('--version').trim())
  if (values.write) writeFileSync(join(PAGES, 'installs.md'), page)
  else console.log(page)
  for (const excess of installs.slice(0, 1).flatMap(excessOf)) {
    console.error(`This kit is over a bound: ${excess}.`)
    process.exitCode = 1
  }
}
