import { TOOL } from '../contract/report/kit.ts'
import { REFERENCE_VERSION } from '../contract/report/report.ts'
import { confirmConditions } from './confirm-conditions.ts'
import { type History, type HistoryHead, SERVER_RULES } from './history/history.ts'
import { type Target, takesAnyTestKey } from './run/target.ts'
import { Caller, type Surroundings } from './script/caller.ts'
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
  const { profile, thorough, sku = null, maxPurchases, runId = '', seed, baseUrl, notAllowedKey } = target
  return {
    reference: REFERENCE_VERSION,
    rules: SERVER_RULES,
    tool: TOOL,
    startedAt: new Date().toISOString(),
    durationMs: 0,
    baseUrl,
    profile,
    thorough,
    sku,
    maxPurchases,
    runId,
    seed,
    hasBlockedKey: notAllowedKey !== undefined,
    takesAnyKey: false,
    client: null,
    ending: null,
  }
}
