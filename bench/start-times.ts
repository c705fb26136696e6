import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pinned } from './pinning.ts'

/** How long something takes from its start to its first 200, also as a multiple of a bare server of node:http. */
export type StartTime = { readonly name: string; readonly milliseconds: number; readonly toBare: number }

/** Runs `bench/start.ts`, and takes the figures that it prints. */
export function measureStart(): StartTime[] {
  const [command, args] = pinned('server', [fileURLToPath(new URL('start.ts', import.meta.url))])
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`bench/start.ts ended with ${status}.`)
  return startTimesOf(stdout)
}

/** The figures in what `bench/start.ts` prints: a line each. */
export function startTimesOf(text: string): StartTime[] {
  return Array.from(text.matchAll(/^ +(\S.*?) +([\d.]+) ms +([\d.]+) ×$/gm), ([, name = '', ms, times]) => ({
    name,
    milliseconds: Number(ms),
    toBare: Number(times),
  }))
}
