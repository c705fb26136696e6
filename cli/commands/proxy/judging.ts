import { readAmount } from '../../../certification/analysis/balance.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import type { Report } from '../../../contract/report/report.ts'
import { legible } from '../../../contract/text/harmless.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { reportOf, serviceFacts } from '../../../contract-tests/report/build-report.ts'
import { ORDINARY } from '../../../fixtures/scenarios.ts'
import type { KeyHistory } from '../../../mock-server/sandbox/mock.ts'
import type { Judging } from '../../../proxy/admin.ts'
import type { ShownClause } from '../../../proxy/page.ts'
import { serviceHistory } from '../../../proxy/service-history.ts'
import { judgeHistory, recordHistory } from '../../mock/judging/judge-history.ts'
import { fold } from '../../terminal/terminal.ts'

/** Judges what went through a proxy: clients by what they got, the service by what it answered. */
export function judgingFor(profile: Profile, baseUrl: string): Judging {
  return {
    client: (exchanges, omitted) => judgeHistory(keyHistory(exchanges, omitted, profile)),
    service: (exchanges) => serviceClauses(reportOf(serviceHistory(exchanges, profile, baseUrl))),
    recording(exchanges, omitted) {
      const skus = new Map(exchanges.map(({ seq, order }) => [seq, order?.sku]))
      const service = serviceFacts(serviceHistory(exchanges, profile, baseUrl), (seq) => skus.get(seq))
      return recordHistory(keyHistory(exchanges, omitted, profile), baseUrl, service)
    },
  }
}

export type Traffic = {
  readonly exchanges: readonly Exchange[]
  readonly baseUrl: string
  /** How many earlier exchanges are left out. */
  readonly omitted: number
}

/** What traffic shows of both sides: of each key by what it got, of the service by what it answered. */
export function judgedTraffic({ exchanges, baseUrl, omitted }: Traffic, profile: Profile) {
  const partners = new Set(exchanges.flatMap(({ partner }) => partner ?? []))
  const clients = [...partners].map((partner) => {
    const own = exchanges.filter((one) => one.partner === partner)
    const clauses: readonly ShownClause[] = judgeHistory(keyHistory(own, omitted, profile))
    return { partner, exchanges: own.length, clauses }
  })
  const history = serviceHistory(exchanges, profile, baseUrl)
  const report = reportOf(history)
  const differing = report.assumptions.filter(({ verdict }) => verdict === 'differs')
  return { clients, service: serviceClauses(report), answers: history.entries.length, differing, history }
}

/** The clauses of a service as a proxy sees them: nobody planned what was sent, so that what was seen at all counts. */
function serviceClauses({ clauses }: Report): readonly ShownClause[] {
  return clauses.map(({ id, verdict, checks, either = [] }) => {
    const seen = verdict !== 'broken' && checks.some((check) => check.verdict === 'kept') ? 'kept' : verdict
    const message =
      checks.find((check) => check.verdict === verdict && check.message !== null)?.message ?? null
    if (either.length === 0) return { id, verdict: seen, message }
    return { id, verdict: 'broken', message: `Either this or ${either.join(', ')}: ${message ?? ''}` }
  })
}

/** Every card that was bought is a scenario without a script. The balance is that of the real key, and nobody's here. */
function keyHistory(exchanges: readonly Exchange[], omitted: number, profile: Profile): KeyHistory {
  const skus = new Set(exchanges.flatMap(({ order }) => order?.sku || []))
  const scenarios = [...skus].map((sku) => {
    const price = readAmount({ exchanges } as Parameters<typeof readAmount>[0], profile, sku)
    return {
      ...ORDINARY,
      sku,
      name: sku.slice(0, 300),
      story: REAL_CARD,
      price: Math.max(1, price ?? ORDINARY.price),
    }
  })
  const last = exchanges.at(-1)
  const endedAt =
    last === undefined ? 0 : Date.parse(last.at) + ((last.delivery?.atMs ?? last.arrivedMs) - last.arrivedMs)
  return { exchanges, omitted, profile, scenarios, openingBalance: null, endedAt, isClockChanged: false }
}

const REAL_CARD = 'A card of the service: nothing of its course is scripted.'

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
