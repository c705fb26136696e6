import type {
  CheckReport,
  ClauseReport,
  Lesson,
  Report,
  ScenarioReport,
} from '../../contract/report/report.ts'

/** The scenario of a check, whose id ends with the scenario's SKU; undefined for any other check. */
export function scenarioOf({ id }: CheckReport, { scenarios }: Report): ScenarioReport | undefined {
  return scenarios?.find(({ sku }) => id.endsWith(`/${sku}`))
}

/** The advice for a broken clause: that of its first broken check with advice. */
export function lessonOfClause({ verdict, checks }: ClauseReport): Lesson | null {
  if (verdict !== 'broken') return null
  return checks.find((check) => check.verdict === 'broken' && check.lesson !== null)?.lesson ?? null
}
