import type { BrokenServer, ConformingServer, JudgedServer } from '../broken-server.ts'
import { serverOf } from './fault.ts'
import { FAULTS } from './faults.ts'
import { BROKEN, type CellRow, CONFORMING } from './table.ts'
import { TRIGGERS } from './triggers.ts'

function serversOf({ faults, triggers }: CellRow): readonly JudgedServer[] {
  return faults.flatMap((fault) =>
    triggers.map((trigger) => ({
      name: `${FAULTS[fault].name}: ${TRIGGERS[trigger].name}`,
      change: (clock) => serverOf(FAULTS[fault], TRIGGERS[trigger], clock),
    })),
  )
}

/** Servers that are broken by one fault under one trigger. */
export const BROKEN_CELLS: readonly BrokenServer[] = BROKEN.flatMap((row) =>
  serversOf(row).map((server) => ({ ...server, breaks: row.breaks })),
)

/** Servers that answer a gap in their own way under a trigger. */
export const CONFORMING_CELLS: readonly ConformingServer[] = CONFORMING.flatMap(serversOf)
