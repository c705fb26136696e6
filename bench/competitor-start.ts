import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild, stopChild } from './child.ts'
import { CONTESTANTS, type Contestant, type ContestantName, MOCK } from './contestants.ts'
import { AUTHORIZATION } from './operations.ts'
import { takeTurns } from './rounds.ts'
import { freePort } from './server-process.ts'
import type { Tools } from './throughput.ts'

/** How long a server takes from its start to its first 200 on `/ping`, by round. */
export type CompetitorStart = {
  readonly name: ContestantName
  readonly title: string
  readonly milliseconds: readonly number[]
}

/** A small part of what any of them takes; to ask costs them next to nothing. */
const ASKED_EVERY_MS = 2
const PATIENCE_MS = 60_000
/** Whoever keeps what Node compiled would else do so for the next round. */
const NOTHING_KEPT = { NODE_DISABLE_COMPILE_CACHE: '1' }

/** The mock and what it is compared with, each started anew in each round, in turns. */
export async function measureCompetitorStart(
  rounds: number,
  { scratch, say }: Pick<Tools, 'scratch' | 'say'>,
): Promise<CompetitorStart[]> {
  const started = [MOCK, ...CONTESTANTS.filter((one) => one.package !== null)]
  // One round more than is counted: the first brings files into the memory of the machine.
  const samples = await takeTurns(started, rounds + 1, async (contestant, round) => {
    say(`start: round ${round} of ${rounds}, ${contestant.title}`)
    scratch.restore()
    const port = await freePort()
    return millisecondsToFirstAnswer(contestant, contestant.command(scratch, port), {
      port,
      cwd: scratch.folder,
    })
  })
  return Array.from(samples, ([{ name, title }, [, ...milliseconds]]) => ({ name, title, milliseconds }))
}

type Surroundings = { readonly port: number; readonly cwd: string }

async function millisecondsToFirstAnswer(
  { title }: Contestant,
  command: readonly string[],
  { port, cwd }: Surroundings,
): Promise<number> {
  const began = performance.now()
  const child = startChild('server', command, { cwd, env: NOTHING_KEPT })
  try {
    while (performance.now() - began < PATIENCE_MS) {
      if ((await statusOf(port)) === 200) return performance.now() - began
      await sleep(ASKED_EVERY_MS)
    }
    throw new Error(`${title} did not answer GET /ping on port ${port} with 200 within a minute.`)
  } finally {
    await stopChild(child)
  }
}

/** Undefined where nobody listens yet. */
function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { Authorization: AUTHORIZATION, Connection: 'close' }
    get({ host: '127.0.0.1', port, path: '/ping', headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).once('error', () => resolve(undefined))
  })
}
