import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { IS_PINNED } from './cores.ts'

/** The facts without which figures mean nothing. */
export type Machine = {
  readonly processor: string
  readonly cores: number
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
  readonly isPinned: boolean
  readonly date: string
  /** Of the last minute, before the first measurement: what else was going on. */
  readonly loadBefore: number
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    isPinned: IS_PINNED,
    date: new Date().toISOString().slice(0, 10),
    loadBefore: loadavg()[0] ?? Number.NaN,
  }
}
