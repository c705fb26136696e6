import type { Profile } from '../../../contract/profile/profile.ts'
import { legible } from '../../../contract/text/harmless.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { History } from '../../../contract-tests/history/history.ts'
import { partnerOf } from '../../../proxy/journal.ts'
import type { ShownClause } from '../../../proxy/page.ts'
import type { OpenedProxy } from '../../../proxy/serve.ts'
import { fold } from '../../terminal/terminal.ts'
import { judgingFor, serviceClauses, serviceReport } from './judging.ts'

type Shown = { readonly profile: Profile; readonly baseUrl: string; readonly width: number }

/** What a proxy saw, for a terminal: of each key, by what it got; of the service, by what it answered. */
export async function proxyReport(
  { journal }: Pick<OpenedProxy, 'journal'>,
  exchanges: readonly Exchange[],
  { profile, baseUrl, width }: Shown,
): Promise<{ readonly text: string; readonly history: History }> {
  const judging = judgingFor(profile, baseUrl)
  const lines: string[] = []
  for (const digest of journal.digests) {
    const partner = partnerOf(digest)
    const own = exchanges.filter((one) => one.partner === partner)
    lines.push(
      `The client with ${partner}, ${own.length} exchanges`,
      ...clauseLines(await judging.client(own, journal.omitted), width),
      '',
    )
  }
  const { history, report } = serviceReport(exchanges, profile, baseUrl)
  lines.push(
    `The service ${baseUrl}, ${history.entries.length} answers`,
    ...clauseLines(serviceClauses(report), width),
  )
  for (const { profileKey, message } of report.assumptions.filter(({ verdict }) => verdict === 'differs'))
    lines.push(fold(`  ≠ ${profileKey} differs from the profile: ${legible(message ?? '')}`, width, 4))
  if (journal.omitted > 0)
    lines.push(`${journal.omitted} earlier exchanges are no longer in memory, and were not judged.`)
  lines.push(
    fold(
      'Balance, catalogue, rate limits and references are those of the real key, whichever client calls. This certifies nothing: `certify --base-url` does.',
      width,
    ),
  )
  return { text: lines.join('\n'), history }
}

function clauseLines(clauses: readonly ShownClause[], width: number): string[] {
  const broken = clauses.filter(({ verdict }) => verdict === 'broken')
  const kept = clauses.filter(({ verdict }) => verdict === 'kept').map(({ id }) => id)
  return [
    ...broken.map(({ id, message }) => fold(`  ✗ ${id}: ${legible(message ?? '')}`, width, 4)),
    fold(`  ✓ ${kept.length === 0 ? 'nothing was seen of any clause' : kept.join(', ')}`, width, 4),
  ]
}
