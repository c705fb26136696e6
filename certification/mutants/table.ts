import { changedWhen, GOOD } from './client/decisions.ts'
import { FOLLOWING } from './mistakes/following.ts'
import type { Expected, Mistake } from './mistakes/mistake.ts'
import { PREPARING } from './mistakes/preparing.ts'
import { READING } from './mistakes/reading.ts'
import { RECOVERING } from './mistakes/recovering.ts'
import { SENDING } from './mistakes/sending.ts'
import { TRESPASSING } from './mistakes/trespassing.ts'
import { type ClientJudgement, judgeClient } from './runner/judge-client.ts'
import type { Trigger } from './triggers/trigger.ts'
import { TRIGGERS, type TriggerId } from './triggers.ts'
import { ASSUMING } from './variations/assuming.ts'
import { FOLLOWING as FOLLOWING_RIGHTLY } from './variations/following.ts'
import { RECOVERING as RECOVERING_RIGHTLY } from './variations/recovering.ts'
import type { Variation } from './variations/variation.ts'
import { WRITING } from './variations/writing.ts'

const MISTAKES: readonly Mistake[] = [
  ...PREPARING,
  ...SENDING,
  ...RECOVERING,
  ...FOLLOWING,
  ...READING,
  ...TRESPASSING,
]

/** Correct clients, which no certification may blame. */
export const VARIATIONS: readonly Variation[] = [
  ...RECOVERING_RIGHTLY,
  ...FOLLOWING_RIGHTLY,
  ...WRITING,
  ...ASSUMING,
]

/** One mistake with one trigger. */
export type Cell = {
  readonly name: string
  readonly mistake: Mistake
  readonly trigger: TriggerId
  readonly expected: Expected
}

export type JudgedCell = { readonly cell: Cell; readonly judgement: ClientJudgement }

export type JudgedVariation = { readonly variation: Variation; readonly judgement: ClientJudgement }

export const CELLS: readonly Cell[] = MISTAKES.flatMap((mistake) =>
  // The cast restores the key type that `Object.entries` loses.
  (Object.entries(mistake.cells) as [TriggerId, Expected][]).map(([trigger, expected]) => ({
    name: `${mistake.says}: ${TRIGGERS[trigger][0]}`,
    mistake,
    trigger,
    expected,
  })),
)

function judgeCell(cell: Cell): Promise<ClientJudgement> {
  const { decisions, scenarios } = clientOfCell(cell)
  return judgeClient(decisions, scenarios)
}

/** The client of a cell, and the scenarios in which it may differ from the good client. */
function clientOfCell({ mistake, trigger }: Cell) {
  const [, scenario, when, needs]: Trigger = TRIGGERS[trigger]
  const base = { ...GOOD, ...needs, ...mistake.needs }
  const scenarios: readonly string[] = scenario === null ? [] : [scenario]
  return { decisions: changedWhen(when, base, mistake.change), scenarios }
}

export function judgeCells(cells: readonly Cell[]): Promise<readonly JudgedCell[]> {
  return inTurn(cells, async (cell) => ({ cell, judgement: await judgeCell(cell) }))
}

/** Judges good clients, each in every scenario. */
export function judgeVariations(variations: readonly Variation[]): Promise<readonly JudgedVariation[]> {
  return inTurn(variations, async (variation) => ({
    variation,
    judgement: await judgeClient({ ...GOOD, ...variation.change }),
  }))
}

/** Judges one after another, since hundreds of clients at once would take too much memory. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  judge: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await judge(item))
  return results
}
