import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startCli } from '../../testing/run-cli.fixture.ts'
import { startCertify } from './certify-run.fixture.ts'

const MOST_KIB = 512 * 1024
const WATCHED_EVERY_MS = 100

/** The most memory that a process had so far. */
function peakKiB(pid: number | undefined): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

test.runIf(process.platform === 'linux')(
  'a client that writes a gigabyte is read to its end, and certify takes no more memory for it',
  async () => {
    const client = ['--', 'node', 'examples/hostile/writes-a-gigabyte.mjs']
    const args = ['certify', '--only', 'SCENARIO-AT-ONCE', '--time-limit', '100', ...client]
    const { child, ended } = startCertify(args, startCli)
    let most = 0
    const watching = setInterval(() => {
      if (child.exitCode === null) most = Math.max(most, peakKiB(child.pid))
    }, WATCHED_EVERY_MS)
    const { code, leftOver } = await ended
    clearInterval(watching)
    expect({ code, leftOver }).toEqual({ code: 4, leftOver: [] })
    expect(most).toBeLessThan(MOST_KIB)
  },
)
