import type { Report } from '../../contract/report.ts'
import { changedWhen, GOOD } from './client/decisions.ts'
import { judgeClient } from './judge-client.ts'
import type { Expected, Mistake } from './mistake.ts'
import { FOLLOWING } from './mistakes/following.ts'
import { PREPARING } from './mistakes/preparing.ts'
import { READING } from './mistakes/reading.ts'
import { RECOVERING } from './mistakes/recovering.ts'
import { SENDING } from './mistakes/sending.ts'
import { TRESPASSING } from './mistakes/trespassing.ts'
import { TRIGGERS, type Trigger, type TriggerId } from './triggers.ts'
import type { Variation } from './variations.ts'

/** Every mistake, in the order of the page's rows. */
export const MISTAKES: readonly Mistake[] = [
  ...PREPARING,
  ...SENDING,
  ...RECOVERING,
  ...FOLLOWING,
  ...READING,
  ...TRESPASSING,
]

/** One mistake with one trigger. */
export type Cell = {
  readonly name: string
  readonly mistake: Mistake
  readonly trigger: TriggerId
  readonly expected: Expected
}

/** A cell with the report on its client. */
export type JudgedCell = { readonly cell: Cell; readonly report: Report }

/** A good client with the report on it. */
export type JudgedVariation = { readonly variation: Variation; readonly report: Report }

/** Every cell of the table. */
export const CELLS: readonly Cell[] = MISTAKES.flatMap((mistake) =>
  // The keys of an object that was written by its type.
  (Object.entries(mistake.cells) as [TriggerId, Expected][]).map(([trigger, expected]) => ({
    name: `${mistake.says}: ${TRIGGERS[trigger].says}`,
    mistake,
    trigger,
    expected,
  })),
)

/** The report on the client of a cell. */
function judgeCell({ mistake, trigger }: Cell): Promise<Report> {
  const { when, scenarios, needs }: Trigger = TRIGGERS[trigger]
  const base = { ...GOOD, ...needs, ...mistake.needs }
  return judgeClient(changedWhen(when, base, mistake.change), scenarios)
}

/** Judges the client of each cell, all at the same time: none of them waits for anything but promises. */
export function judgeCells(cells: readonly Cell[]): Promise<readonly JudgedCell[]> {
  return Promise.all(cells.map(async (cell) => ({ cell, report: await judgeCell(cell) })))
}

/** Judges good clients, each in every scenario. */
export function judgeVariations(variations: readonly Variation[]): Promise<readonly JudgedVariation[]> {
  return Promise.all(
    variations.map(async (variation) => ({
      variation,
      report: await judgeClient({ ...GOOD, ...variation.change }),
    })),
  )
}
