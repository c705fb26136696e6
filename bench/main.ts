import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { stayOnLoadCore } from './cores.ts'
import { installSectionOf } from './install/section.ts'
import { describeMachine } from './machine.ts'
import { performancePage, type Results, throughputChart } from './performance-page/performance-page.ts'
import { inRunFolder } from './run-folder.ts'
import { installPeers } from './servers/peers.ts'
import { durableMocks, mockBesideBare } from './servers/servers.ts'
import { measureStarts } from './start/start-times.ts'
import { measureThroughput } from './throughput/throughput.ts'

/** `npm run bench`: the mock next to others, on one page. */

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url))
const PAGE = join(DOCS, 'performance.md')
const { values } = parseArgs({ options: { 'without-peers': { type: 'boolean', default: false } } })
const machine = describeMachine()
const plan = { restarts: 3, rounds: 6, seconds: 0.5, warmUpSeconds: 2 }
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)

// Loaded only here: it ends what it started before its process ends.
const { embeddedServer } = await import('../mock-server/store/postgres/embedded-server.fixture.ts')
const database = await embeddedServer({ isHasty: false })
// After the database, which may use every core.
stayOnLoadCore()
try {
  const results = await inRunFolder(measure)
  const text = performancePage(results, installSectionOf(readFileSync(PAGE, 'utf8')))
  if (values['without-peers']) console.log(text)
  else publish(text, throughputChart(results))
} finally {
  await database.close()
}

async function measure(folder: string, partners: string): Promise<Results> {
  const peerFolder = join(folder, 'peers')
  mkdirSync(peerFolder)
  if (!values['without-peers']) say('installing the peers')
  const peers = values['without-peers'] ? [] : installPeers(peerFolder)
  say('cold starts')
  const starts = await measureStarts(folder, peers)
  const databaseUrl = await database.database()
  const durable = durableMocks({ partners, folder, databaseUrl })
  const servers = [...mockBesideBare(partners), ...durable, ...peers]
  return { machine, plan, starts, servers: await measureThroughput(servers, plan, { folder, say }) }
}

function publish(text: string, chart: string): void {
  writeFileSync(PAGE, text)
  writeFileSync(join(DOCS, 'performance.svg'), chart)
  say('written: docs/performance.md and docs/performance.svg')
}
