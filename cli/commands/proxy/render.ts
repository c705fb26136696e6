import { legible } from '../../../contract/text/harmless.ts'
import type { ShownClause } from '../../../proxy/page.ts'
import { fold } from '../../terminal/terminal.ts'
import type { judgedTraffic } from './judging.ts'

/** What traffic shows of both sides, for a terminal. */
export function trafficText(
  { clients, service, answers, differing }: Omit<ReturnType<typeof judgedTraffic>, 'history'>,
  baseUrl: string,
  width: number,
): string {
  const lines = [
    ...clients.flatMap(({ partner, exchanges, clauses }) => [
      `The client with ${partner}, ${exchanges} exchanges`,
      ...clauseLines(clauses, width),
      '',
    ]),
    `The service ${baseUrl}, ${answers} answers`,
    ...clauseLines(service, width),
    ...differing.map(({ profileKey, message }) =>
      fold(`  ≠ ${profileKey} differs from the profile: ${legible(message ?? '')}`, width, 4),
    ),
  ]
  return lines.join('\n')
}

function clauseLines(clauses: readonly ShownClause[], width: number): string[] {
  const broken = clauses.filter(({ verdict }) => verdict === 'broken')
  const kept = clauses.filter(({ verdict }) => verdict === 'kept').map(({ id }) => id)
  return [
    ...broken.map(({ id, message }) => fold(`  ✗ ${id}: ${legible(message ?? '')}`, width, 4)),
    fold(`  ✓ ${kept.length === 0 ? 'no clause was seen to be kept' : kept.join(', ')}`, width, 4),
  ]
}
