import type { ServerClauseId } from '../contract/reference/server-clauses.ts'
import { TOOL } from '../contract/report/kit.ts'
import type { FormId } from './history/forms.ts'
import type { History, HistoryHead, JudgedHead } from './history/history.ts'
import { MOST_FORMS, pairFor, type Suspicion, signIn, suspicionOf } from './judge/conditions.ts'
import { type Fact, factsOf } from './judge/facts.ts'
import { judgeFacts } from './judge/judge.ts'
import { inTurn } from './judge/orders.ts'
import { takesAnyTestKey } from './run/own-mock.ts'
import type { Target } from './run/target.ts'
import { Caller, type Surroundings } from './script/caller.ts'
import { measureAtRest, measured } from './script/measuring.ts'
import { runScript } from './script/script.ts'

/**
 * Sends all that the suite sends to a target, and keeps what came back. When the signal aborts, no further request is
 * sent, and the history ends with its reason.
 *
 * @throws only for a fault of the kit itself.
 *
 * @example
 * const history = await runSuite(target, { signal: AbortSignal.timeout(60_000) })
 * const report = reportOf(history)
 */
export async function runSuite(target: Target, surroundings: Surroundings = {}): Promise<History> {
  const startedAt = new Date().toISOString()
  const beganAt = performance.now()
  const caller = new Caller(target, surroundings)
  const takesAnyKey = await takesAnyTestKey(target, caller.signal)
  const seen: { client: HistoryHead['client']; ending: HistoryHead['ending'] } = {
    client: null,
    ending: null,
  }
  try {
    const ended = await runScript(caller)
    if (typeof ended === 'string') seen.ending = { outcome: 'unreachable', message: ended }
    else {
      seen.client = ended
      await confirmConditions(caller, { ...headOf(target), takesAnyKey, ...seen })
    }
  } catch (cause) {
    if (!caller.signal.aborted) throw cause
    seen.ending = { outcome: null, message: `${caller.signal.reason} ${NOT_SEEN}` }
  }
  const durationMs = Math.round(performance.now() - beganAt)
  const entries = caller.entries.toSorted((one, other) => one.exchange.seq - other.exchange.seq)
  return { head: { ...headOf(target), startedAt, durationMs, takesAnyKey, ...seen }, entries }
}

const NOT_SEEN = 'What had not been seen by then is not observed, and purchases may still be under way.'

/** What a run of a target is, before anything was sent. */
export function headOf(target: Omit<Target, 'runId'> & { readonly runId?: string }): HistoryHead {
  const { profile, sku = null, maxPurchases, runId = '', baseUrl, notAllowedKey } = target
  return {
    tool: TOOL,
    startedAt: new Date().toISOString(),
    durationMs: 0,
    baseUrl,
    profile,
    sku,
    maxPurchases,
    runId,
    hasBlockedKey: notAllowedKey !== undefined,
    takesAnyKey: false,
    client: null,
    ending: null,
  }
}

/** Of so many clauses is a condition sought. */
const MOST_CLAUSES = 3
const TIMEOUT: ServerClauseId = 'purchase-survives-timeout'
/** So often is a body sent that may cost money now and then. */
const NOW_AND_THEN = 5

/**
 * Seeks the form that a broken clause waits for: what failed is sent again plainly, in half of its forms and in half of
 * those, and at last as a pair. What it costs are identical bodies, within the limit. The judge reads the history alone.
 */
async function confirmConditions(caller: Caller, head: JudgedHead): Promise<void> {
  let seen: readonly Fact[] = []
  let read = 0
  // The answer to a call that was abandoned is noted when it comes, after calls that were sent later.
  const facts = () => {
    seen = inTurn([...seen, ...factsOf(caller.entries.slice(read), caller.profile)])
    read = caller.entries.length
    return seen
  }
  const { checks, contradictions } = judgeFacts(facts(), head)
  const canBuy = caller.budget.covers(pairFor({ operation: 'createOrder' }).length)
  const broken = checks.flatMap(({ clause, verdict }) => (verdict === 'broken' ? [clause] : []))
  const suspicions = [...new Set<ServerClauseId>(broken)]
    .slice(0, MOST_CLAUSES)
    .flatMap((clause) => suspicionOf(clause, contradictions, seen, canBuy) ?? [])
  const sentBefore = caller.budget.sent
  for (const suspicion of suspicions) await confirm(caller, suspicion, facts)
  // What costs money again after a client went away may do so now and then: which shows on an order whose client stayed.
  const isOfTimeouts = broken.includes(TIMEOUT) && !broken.includes('same-body-same-purchase')
  const bought = seen.findLast(
    ({ operation, key, isServed }) => operation === 'createOrder' && key === 'own' && isServed,
  )
  if (bought && isOfTimeouts && contradictions.some(({ row }) => row === 'repeat-charged'))
    for (let times = 0; times < NOW_AND_THEN; times += 1) await again(caller, bought, [])
  if (caller.budget.sent > sentBefore) await measureAtRest(caller)
}

async function confirm(
  caller: Caller,
  { failed, isOfMoney, forms }: Suspicion,
  facts: () => readonly Fact[],
): Promise<void> {
  const fails = async (worn: readonly FormId[]) => {
    if (!(await again(caller, failed, worn))) return false
    const all = facts()
    const last = all.findLast(({ operation }) => operation === failed.operation)
    const signOf = signIn(isOfMoney, all)
    return last !== undefined && signOf(last) === signOf(failed)
  }
  if (failed.operation === 'createOrder' && !caller.budget.covers(pairFor(failed).length)) return
  if (await fails([])) return
  const narrowed = async (groups: Suspicion['forms']): Promise<readonly FormId[] | undefined> => {
    for (const group of groups)
      if (await fails(group)) return group.length === 1 ? group : ((await narrowed(partsOf(group))) ?? group)
    return undefined
  }
  const found = await narrowed(forms)
  if (found === undefined || found.length > MOST_FORMS) return
  // Where the first form was right, the pair has begun.
  const begun = found === forms[0] && found.length === 1 ? 2 : 0
  for (const isWorn of pairFor(failed).slice(begun)) if ((await fails(isWorn ? found : [])) !== isWorn) return
}

/** The halves of some forms; and all but one of them, where two are needed that are in different halves. */
function partsOf(forms: readonly FormId[]): Suspicion['forms'] {
  const half = Math.ceil(forms.length / 2)
  const others = forms.length > MOST_FORMS ? forms.map((form) => forms.filter((one) => one !== form)) : []
  return [forms.slice(0, half), forms.slice(half), ...others]
}

/** Sends what failed once more, in some forms; whether it was sent. */
async function again(caller: Caller, failed: Fact, forms: readonly FormId[]): Promise<boolean> {
  const { operation, reference, sku } = failed
  const values = { ...(reference !== null && { partnerReference: reference }), ...(sku !== null && { sku }) }
  if (operation !== 'createOrder') return (await caller.once({ operation, values }, forms)) !== undefined
  const body = JSON.stringify({ partnerReference: reference, sku })
  const title = 'an identical body once more, to see when it fails'
  const sent = await caller.budget.line(title, 1, () =>
    measured(caller, () => caller.once({ operation, body }, forms)),
  )
  return sent !== undefined
}
