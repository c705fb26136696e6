import type { Report } from '../contract/report/report.ts'
import { legibleJson } from '../contract/text/harmless.ts'
import { Broken, type Call, NotObserved } from './answers.ts'
import { provokeRefusals } from './assumptions.ts'
import type { Check } from './checks/check.ts'
import { buyAsAPartner, type ClientFailure } from './checks/reference-client.ts'
import { type Ending, reportOf } from './report.ts'
import { Service, type Surroundings } from './service.ts'
import { Shop } from './shop.ts'
import { CHECKS, needed, Suite } from './suite.ts'
import type { Target } from './target/target.ts'

/** A run of the suite: its report, and every call, in the order of sending. */
export type Run = { readonly report: Report; readonly calls: readonly Call[] }

const NOT_SEEN = 'What had not been seen by then is not observed, and purchases may still be under way.'

/**
 * Runs checks against a target, and the checks that they need. When the signal aborts, no further request is sent, and
 * what was seen is judged.
 *
 * @throws only for a fault of the kit itself.
 *
 * @example
 * const { report } = await runSuite(targetOf({ baseUrl, apiKey }), { signal: AbortSignal.timeout(60_000) })
 */
export async function runSuite(
  target: Target,
  surroundings: Surroundings = {},
  checks: readonly Check[] = CHECKS,
): Promise<Run> {
  const startedAt = Date.now()
  const service = new Service(target, surroundings)
  const suite = new Suite(service, new Shop(service))
  const beganMs = performance.now()
  const end = await runAll(suite, checks)
  const results = await suite.results()
  const durationMs = performance.now() - beganMs
  const only = checks === CHECKS ? null : new Set(checks.map(({ clause }) => clause))
  const report = reportOf({ service, money: suite.shop.money, results, only, startedAt, durationMs, ...end })
  return { report, calls: service.calls.toSorted((one, other) => one.sentMs - other.sentMs) }
}

type End = { readonly ending: Ending | null; readonly client: ClientFailure | null }

async function runAll(suite: Suite, checks: readonly Check[]): Promise<End> {
  const { service, shop } = suite
  const isWhole = checks === CHECKS
  try {
    const missing = await whyNothingIsThere(service, shop)
    if (missing !== undefined) return { ending: { outcome: 'unreachable', message: missing }, client: null }
    await suite.run(checks)
    // If only a part of the suite runs, a failure may be explained by the clauses that it needs.
    for (const { check, verdict } of isWhole ? [] : await suite.results())
      if (verdict === 'broken') await suite.run(needed(check))
    const client = isWhole ? await unless(buyAsAPartner(service, shop)) : null
    if (isWhole) await unless(provokeRefusals(service, shop))
    return { ending: null, client: client ?? null }
  } catch (cause) {
    if (!service.signal.aborted) throw cause
    return { ending: { outcome: null, message: `${service.signal.reason} ${NOT_SEEN}` }, client: null }
  }
}

/** Waits for a finding; undefined if it can't be seen. */
async function unless<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  return finding.catch((cause: unknown) => {
    if (cause instanceof NotObserved || cause instanceof Broken) return undefined
    throw cause
  })
}

/**
 * Explains a base address at which the API does not seem to be: every operation is answered 404. Undefined otherwise.
 */
async function whyNothingIsThere(service: Service, shop: Shop): Promise<string | undefined> {
  const calls = [await service.ask('ping'), await shop.catalogue(), await service.ask('getBalance')]
  if (calls.some(({ status }) => status !== 404)) return undefined
  const asked = calls.map(({ exchange }) => `${exchange.request.method} ${exchange.request.target}`)
  return `Nothing of the API was found at ${service.target.baseUrl}: ${asked.join(', ')} were each answered 404. The base address may lack a part of its path, or have one too many: check --base-url. Nothing was bought.`
}

/** The text of `exchanges.jsonl`: a JSON object for each call of a run, in the order of sending, without any key. */
export function exchangeLines(
  calls: readonly Pick<Call, 'key' | 'isAbandoned' | 'endedMs' | 'failure' | 'exchange'>[],
): string {
  const lines = calls.map(({ key, isAbandoned, endedMs, failure, exchange }) => ({
    key,
    abandonedMs: isAbandoned ? endedMs : null,
    failure,
    exchange,
  }))
  return lines.map((line) => `${legibleJson(JSON.stringify(line))}\n`).join('')
}
