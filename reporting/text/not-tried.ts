import type { Report } from '../../contract/report/report.ts'

/** What a certification did not have a client go through, as a sentence; null where it left nothing out, or is an older one. */
export function notTriedWords({ notTried = [], subject }: Report): string | null {
  if (!notTried.includes('crash-and-restart')) return null
  const how = subject?.command === null ? 'only a command can be killed' : '--restart'
  return `Not tried: a crash in the middle of a purchase (${how}).`
}
