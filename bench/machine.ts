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

const QUIET = 1.5
const BUSY =
  '. **The machine was busy with other work**: read the ratios alone, and measure again before you quote a figure.'

/** The load before a run, and what it means for its figures. */
export function loadText({ loadBefore }: Machine): string {
  return `${loadBefore.toFixed(2)}${loadBefore > QUIET ? BUSY : ''}`
}
