import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../contract/report/report.ts'
import { GOOD_CLIENTS } from '../examples/good-clients.fixture.ts'

/** Certifies the reference client, and keeps its timelines: what a report shows beside a scenario that went wrong. */
const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'right-runs-'))
try {
  const [, ...client] = GOOD_CLIENTS['typescript-reference-client']
  const command = ['certify', '--plain-skus', '--report', folder, '--', process.execPath, ...client]
  const { status } = spawnSync(process.execPath, [MAIN, ...command], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`certify of the reference client ended with ${status}.`)
  const { scenarios }: Report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  const lines = (scenarios ?? []).map(({ sku, name, durationMs, exit, timeline }) =>
    JSON.stringify({ sku, name, durationMs, exit, timeline }),
  )
  writeFileSync(
    new URL('../reporting/html/sections/right-runs.json', import.meta.url),
    `[\n${lines.join(',\n')}\n]\n`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
