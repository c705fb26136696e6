import { sealLine } from '../../contract/judging/seal.ts'
import { HISTORY_SCHEMA, type History } from './history.ts'

/** A history as text: a line for the run, one for each exchange, and the seal over all of them. */
export function historyText({ head, entries }: History): string {
  const lines = [
    { type: 'run', schema: HISTORY_SCHEMA, ...head },
    ...entries.map((entry) => ({ type: 'exchange', ...entry })),
  ]
  const body = lines
    .map(({ type, ...rest }, index) => `${JSON.stringify({ type, line: index + 1, ...rest })}\n`)
    .join('')
  return body + sealLine(lines.length + 1, body)
}
