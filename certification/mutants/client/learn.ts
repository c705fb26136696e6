import type { ClientAnswer } from './caller.ts'
import type { Decisions } from './decisions.ts'
import type { ClientSummary, Facts, Situation } from './facts.ts'

/** What a client knows before it sends the first request about an intended purchase. */
export function beginning(
  { sku, label, start }: Pick<Facts, 'sku' | 'label' | 'start'>,
  purchase: number,
  renewals = 0,
): Facts {
  return {
    sku,
    label,
    start,
    purchase,
    renewals,
    sent: 0,
    polls: 0,
    by: 'purchase',
    now: 'begins',
    inARow: 0,
    retryAfter: undefined,
    first: undefined,
    latest: undefined,
  }
}

export function factsAfter(decisions: Decisions, asked: Facts, before: Facts, answer: ClientAnswer): Facts {
  const read = asked.by === 'purchase' ? decisions.readPurchase : decisions.readLookup
  const isSuccess = answer.isWhole && answer.status >= 200 && answer.status < 300
  const summary = isSuccess ? read(asked, answer.data) : undefined
  const now = situationOf(asked, answer, summary, decisions)
  const latest = summary === undefined ? before.latest : keptPause(summary, before.latest)
  return {
    ...asked,
    now,
    inARow: before.now === now ? before.inARow + 1 : 1,
    polls: before.latest === undefined ? 0 : before.polls + 1,
    retryAfter: answer.retryAfter,
    first: before.first ?? summary,
    latest,
  }
}

/** If a summary has no interval, the client keeps the last one. */
function keptPause(summary: ClientSummary, before: ClientSummary | undefined): ClientSummary {
  return { ...summary, pollAfterSeconds: summary.pollAfterSeconds ?? before?.pollAfterSeconds }
}

function situationOf(
  facts: Facts,
  { isWhole, isTimeout, status }: ClientAnswer,
  summary: ClientSummary | undefined,
  { isOpen }: Decisions,
): Situation {
  if (!isWhole) return isTimeout ? 'timed-out' : 'lost'
  if (status >= 500) return 'server-error'
  if (status === 429) return 'rate-limited'
  if (status === 404 && facts.by === 'lookup') return 'not-found'
  if (status >= 400) return 'refused'
  if (summary === undefined) return 'unreadable'
  return isOpen(facts, summary.status) ? 'processing' : 'settled'
}
