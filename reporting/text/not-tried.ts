import type { Report } from '../../contract/report/report.ts'

/** A sentence on what a certification did not try; null if it tried everything, or if the report is too old to tell. */
export function notTriedWords({ notTried = [], subject }: Report): string | null {
  if (!notTried.includes('crash-and-restart')) return null
  const how = subject?.command === null ? 'only a command can be killed' : '--restart'
  return `Not tried: a crash in the middle of a purchase (${how}).`
}
