import type { Profile } from '../../contract/profile/profile.ts'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Entry } from '../history/history.ts'
import { factOf } from './facts.ts'
import { judgeFacts } from './judge.ts'

/** The default answers; an operator has confirmed how long an order may take. */
const PROFILE: Profile = {
  ...DEFAULT_PROFILE,
  limits: { ...DEFAULT_PROFILE.limits, settleSeconds: 10 },
  provenance: { 'limits.settleSeconds': 'confirmed' },
}

/** As much of the head of a history as a judge reads. */
const HEAD: Parameters<typeof judgeFacts>[1] = {
  profile: PROFILE,
  runId: 'generated',
  hasBlockedKey: true,
  takesAnyKey: false,
  maxPurchases: 100,
  sku: null,
  ending: null,
}

/** What the judge says of a history that was made as data: the clauses that it names broken, and its ties. */
export function judged(entries: readonly Entry[]) {
  const facts = entries.flatMap((entry) => factOf(entry, PROFILE) ?? [])
  const { checks, ties } = judgeFacts(facts, HEAD)
  const broken = checks.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)
  return { broken: [...new Set<ServerClauseId>(broken)], ties }
}
