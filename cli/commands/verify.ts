import { readPointer } from '../../contract/json-pointer.ts'
import type { Profile } from '../../contract/profile.ts'
import type { Report } from '../../contract/report.ts'
import { EXIT_CODES } from '../../contract/verdict.ts'
import { buildReport, type Ending, type RunFacts } from '../../contract-tests/build-report.ts'
import { toJunit } from '../../contract-tests/reporters/junit.ts'
import { toMarkdown } from '../../contract-tests/reporters/markdown.ts'
import type { CheckResult } from '../../contract-tests/result.ts'
import { runSuite } from '../../contract-tests/run-suite.ts'
import { newRunId, type Target } from '../../contract-tests/target.ts'
import { ALLOWLISTED_PARTNER } from '../../fixtures/partners.ts'
import { serve } from '../../mock-server/serve.ts'
import { loadProfile, writeFiles } from '../files.ts'
import { mockPartners, unreachableReason } from '../reach.ts'
import { Refusal } from '../refusal.ts'
import { renderReport } from '../render-report.ts'
import { baseUrlOf, isOnThisMachine, KEY_VARIABLE, keyFromEnvironment } from '../target.ts'
import { paintFor, widthOf } from '../terminal.ts'
import { TOOL } from '../tool.ts'

/** What `partner-purchase verify` is told. */
export type VerifyOptions = {
  baseUrl?: string
  profile?: string
  sku?: string
  report?: string
  allowHttp?: boolean
}

/**
 * `partner-purchase verify`: runs the suite against a target, prints the verdict and writes the report.
 *
 * @returns the exit code of the outcome.
 * @throws {Refusal | ProfileError} before any socket is opened.
 */
export async function verify(options: VerifyOptions): Promise<number> {
  const key = keyFromEnvironment(process.env)
  const { profile, source } = loadProfile(options.profile)
  const given =
    options.baseUrl === undefined
      ? undefined
      : baseUrlOf(options.baseUrl, { allowHttp: options.allowHttp === true })
  if (given !== undefined && key === undefined) throw missingKey()
  const mock = given === undefined ? await serve({ profile }) : undefined
  try {
    const baseUrl = given ?? mock?.url ?? ''
    const kind = mock === undefined ? '' : ", the kit's own mock"
    print(`Partner Purchase API, contract suite. Target: ${baseUrl}${kind}. Profile: ${source}.\n`)
    const apiKey = key ?? `pk_test_${newRunId()}`
    const report = await runAgainst({
      baseUrl,
      apiKey,
      profile,
      ...(options.sku !== undefined && { sku: options.sku }),
    })
    return conclude(report, options.report)
  } finally {
    await mock?.close()
  }
}

function missingKey(): Refusal {
  return new Refusal(
    `${KEY_VARIABLE} is not set. Put the TEST key that the operator gave you in it; without --base-url, the kit verifies its own mock and needs none.`,
  )
}

type Aim = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly profile: Profile
  readonly sku?: string
}

async function runAgainst(aim: Aim): Promise<Report> {
  const startedAt = Date.now()
  const beganAt = performance.now()
  const facts = (results: readonly CheckResult[]): RunFacts => ({
    tool: TOOL,
    baseUrl: aim.baseUrl,
    mode: modeSeen(results, aim.profile),
    profile: aim.profile,
    startedAt,
    durationMs: performance.now() - beganAt,
  })
  const reason = await unreachableReason(aim.baseUrl)
  if (reason !== undefined) {
    const message = `Nothing answers at ${aim.baseUrl}: ${reason}. Check --base-url, and that the target is running.`
    return buildReport(facts([]), [], { outcome: 'unreachable', message })
  }
  const { results, faults } = await runSuite({ ...aim, ...(await mockKeys(aim.baseUrl)), runId: newRunId() })
  return buildReport(facts(results), results, faultEnding(faults))
}

/** What a mock of this kit lets the suite see besides: a key whose allowlist leaves this machine out. */
async function mockKeys(baseUrl: string): Promise<Pick<Target, 'notAllowedKey'>> {
  const partners = isOnThisMachine(baseUrl) ? await mockPartners(baseUrl) : undefined
  return partners?.includes(ALLOWLISTED_PARTNER.id) ? { notAllowedKey: ALLOWLISTED_PARTNER.key } : {}
}

function faultEnding(faults: readonly string[]): Ending | undefined {
  const [first] = faults
  if (first === undefined) return undefined
  const message = `The kit has a fault of its own, which says nothing about the target: ${first.split('\n')[0]}`
  return { outcome: 'harness-fault', message }
}

function modeSeen(results: readonly CheckResult[], profile: Profile): string | null {
  const ping = results.flatMap(({ evidence }) => evidence).find(({ operation }) => operation === 'ping')
  try {
    const mode = readPointer(JSON.parse(ping?.response?.body ?? 'null'), profile.ping.mode)
    return typeof mode === 'string' ? mode.slice(0, 32) : null
  } catch {
    return null
  }
}

function conclude(report: Report, folder: string | undefined): number {
  print(renderReport(report, paintFor(process.stdout), widthOf(process.stdout)))
  if (folder !== undefined) {
    writeFiles(folder, {
      'report.json': `${JSON.stringify(report, null, 2)}\n`,
      'junit.xml': toJunit(report),
      'summary.md': toMarkdown(report),
    })
    print(`\nReport: ${folder}/report.json, junit.xml, summary.md`)
  }
  return EXIT_CODES[report.outcome]
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
