import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../servers/server-process.ts'
import { BARE_START, type MeasuredServer, mockCommand, type StartCommand } from '../servers/servers.ts'

/** How long a server took from its start to its first 200 on `/ping`, by round. */
export type StartTimes = { readonly title: string; readonly milliseconds: readonly number[] }

export const START_ROUNDS = 9
export const BARE_TITLE = 'bare node:http'
/** Node has compiled nothing of it before, and then everything. */
export const MOCK_STARTS = ['this mock, first start', 'this mock, second start'] as const

/** Starts a bare server, the built mock and its peers alternately. */
export async function measureStarts(
  folder: string,
  peers: readonly MeasuredServer[] = [],
): Promise<StartTimes[]> {
  const cache = { NODE_COMPILE_CACHE: mkdtempSync(join(folder, 'compiled-')) }
  const uncached = { NODE_DISABLE_COMPILE_CACHE: '1' }
  const starts: { title: string; command: StartCommand; milliseconds: number[] }[] = [
    { title: BARE_TITLE, command: { ...BARE_START, env: uncached } },
    { title: MOCK_STARTS[0], command: { ...mockCommand(), env: uncached } },
    { title: MOCK_STARTS[1], command: { ...mockCommand(), env: cache } },
    ...peers.map(({ title, command }) => ({ title, command: { ...command, env: uncached } })),
  ].map((start) => ({ ...start, milliseconds: [] }))
  // Round 0 is left out: it fills the caches of the machine, and that of the second start.
  for (let round = 0; round <= START_ROUNDS; round += 1) {
    for (const { command, milliseconds } of starts) {
      const server = await startServer(command, folder)
      await server.stop()
      if (round > 0) milliseconds.push(server.startMs)
    }
  }
  return starts.map(({ title, milliseconds }) => ({ title, milliseconds }))
}
