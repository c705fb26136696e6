import type { ClauseReport, ScenarioReport } from './report.ts'

export type ClauseView = Pick<ClauseReport, 'id' | 'level' | 'section' | 'text' | 'verdict'> & {
  /** Why it is not kept; null where it is. */
  readonly message: string | null
}

export type ScenarioView = Pick<ScenarioReport, 'sku' | 'name' | 'story'> & {
  readonly state: 'waiting' | 'running' | ScenarioReport['outcome']
  /** When its client was started, in milliseconds since 1970; null where it was not, or not by the kit. */
  readonly startedAt: number | null
  readonly note: string | null
  readonly clauses: readonly ClauseView[]
  /** What happened, as a report draws it; null before it is judged. */
  readonly report: ScenarioReport | null
}

export type CertificationView = {
  readonly client: string
  readonly conclusion: {
    readonly title: 'CERTIFIED' | 'NO CERTIFICATE' | 'NOT CERTIFIED' | 'NO VERDICT'
    /** Why it is not `CERTIFIED`, or that it has remarks; null where there is nothing to add. */
    readonly because: string | null
    readonly style: 'green' | 'yellow' | 'red'
    readonly sentences: readonly string[]
  } | null
}
