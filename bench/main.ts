import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { CONTESTANTS } from './contestants.ts'
import { startLoad } from './load-process.ts'
import { describeMachine, loadOfLastMinute } from './machine.ts'
import { MEASUREMENT_NAMES, MEASUREMENTS, type MeasurementName, WITH_COMPETITORS } from './measurements.ts'
import { stayWithTheLoad } from './pinning.ts'
import { page } from './report/page.ts'
import { throughputChart } from './report/throughput-section.ts'
import type { Results } from './results.ts'
import { installCompetitors, makeScratch } from './scratch.ts'

/** `npm run bench`: measures the mock beside others, and writes docs/performance.md and docs/performance.svg. */

const OPTIONS = {
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '2' },
  minutes: { type: 'string', default: '1' },
  orders: { type: 'string', default: '1000000' },
  only: { type: 'string', multiple: true },
  'without-competitors': { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  out: { type: 'string' },
  from: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

const { values } = parseArgs({ options: OPTIONS })
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)

const results = values.from === undefined ? await measure(chosen(values.only)) : readResults(values.from)
publish(results)

function chosen(only: readonly string[] | undefined): readonly MeasurementName[] {
  if (only === undefined) return MEASUREMENT_NAMES
  const unknown = only.find((name) => !MEASUREMENT_NAMES.some((known) => known === name))
  if (unknown === undefined) return MEASUREMENT_NAMES.filter((name) => only.includes(name))
  throw new Error(`--only: found ${unknown}, expected one of ${MEASUREMENT_NAMES.join(', ')}.`)
}

async function measure(names: readonly MeasurementName[]): Promise<Results> {
  stayWithTheLoad()
  const machine = describeMachine()
  const withCompetitors =
    !values['without-competitors'] && WITH_COMPETITORS.some((name) => names.includes(name))
  const extent = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    minutes: Number(values.minutes),
    orders: Number(values.orders),
    withCompetitors,
  }
  const scratch = makeScratch()
  const load = startLoad()
  try {
    if (withCompetitors) say('installing what the mock is compared with')
    if (withCompetitors) installCompetitors(scratch, CONTESTANTS)
    let found: Results = { machine }
    for (const name of names) {
      say(`measuring: ${name}`)
      found = { ...found, [name]: await MEASUREMENTS[name](extent, { scratch, load, say }) }
    }
    return { ...found, machine: { ...machine, loadAfter: loadOfLastMinute() } }
  } finally {
    await load.stop()
    if (values.keep) say(`kept: ${scratch.folder}`)
    else scratch.remove()
  }
}

/** What an earlier run kept of its figures, to be written down again. */
function readResults(file: string): Results {
  return JSON.parse(readFileSync(file, 'utf8')) as Results
}

/** A whole run is written into the docs, and a part of one only where it is told to. */
function publish(found: Results): void {
  const figures = join(tmpdir(), 'partner-purchase-bench.json')
  writeFileSync(figures, JSON.stringify(found, null, 2))
  const isWhole = MEASUREMENT_NAMES.every((name) => found[name] !== undefined)
  const folder = values.out ?? (isWhole ? fileURLToPath(new URL('../docs', import.meta.url)) : undefined)
  if (folder === undefined) {
    console.log(page(found))
    return
  }
  writeFileSync(join(folder, 'performance.md'), page(found))
  if (found.throughput) writeFileSync(join(folder, 'performance.svg'), throughputChart(found.throughput))
  say(`written: ${join(folder, 'performance.md')}; its figures: ${figures}, to be written again with --from`)
}
