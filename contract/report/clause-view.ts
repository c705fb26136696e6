import type { ClauseReport } from './report.ts'

export type ClauseView = Pick<ClauseReport, 'id' | 'level' | 'section' | 'text' | 'verdict'> & {
  /** Why it is not kept; null where it is. */
  readonly message: string | null
}
