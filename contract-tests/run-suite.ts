import { TOOL } from '../contract/report/kit.ts'
import { REFERENCE_VERSION } from '../contract/report/report.ts'
import { type History, type HistoryHead, SERVER_RULES } from './history/history.ts'
import { takesAnyTestKey } from './run/mock-health.ts'
import type { Target } from './run/target.ts'
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
  let client: HistoryHead['client'] = null
  let ending: HistoryHead['ending'] = null
  try {
    const ended = await runScript(caller)
    if (typeof ended === 'string') ending = { outcome: 'unreachable', message: ended }
    else client = ended
  } catch (cause) {
    if (!caller.signal.aborted) throw cause
    ending = { outcome: null, message: `${caller.signal.reason} ${NOT_SEEN}` }
  }
  const { profile, thorough, sku, maxPurchases, runId, baseUrl } = target
  const head: HistoryHead = {
    reference: REFERENCE_VERSION,
    rules: SERVER_RULES,
    tool: TOOL,
    startedAt,
    durationMs: Math.round(performance.now() - beganAt),
    baseUrl,
    profile,
    thorough,
    sku: sku ?? null,
    maxPurchases,
    runId,
    hasBlockedKey: target.notAllowedKey !== undefined,
    takesAnyKey,
    client,
    ending,
  }
  const entries = caller.entries.toSorted((one, other) => one.exchange.seq - other.exchange.seq)
  return { head, entries }
}

const NOT_SEEN = 'What had not been seen by then is not observed, and purchases may still be under way.'
