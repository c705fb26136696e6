import { once } from 'node:events'
import type { Profile } from '../../contract/profile.ts'
import type { Report } from '../../contract/report.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../contract/verdict.ts'
import { ASSUMPTION_PLAN, CLAUSE_PLAN } from '../../contract-tests/plan.ts'
import { toJunit } from '../../contract-tests/reporters/junit.ts'
import { toMarkdown } from '../../contract-tests/reporters/markdown.ts'
import { newRunId } from '../../contract-tests/target.ts'
import { serve } from '../../mock-server/serve.ts'
import { loadProfile, writeFiles } from '../files.ts'
import { progressOn } from '../progress.ts'
import { Refusal } from '../refusal.ts'
import { renderReport } from '../render-report.ts'
import { baseUrlOf, KEY_VARIABLE, keyFromEnvironment } from '../target.ts'
import { paintFor, widthOf } from '../terminal.ts'
import { type Aim, runVerification } from '../verification.ts'

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
  const target = await openTarget(options, profile, key)
  try {
    print(`Partner Purchase API, contract suite. Target: ${target.name}. Profile: ${source}.\n`)
    return await verifyTarget(target.aim, options.report)
  } finally {
    await target.close()
  }
}

type OpenTarget = { readonly aim: Aim; readonly name: string; close(): Promise<void> }

/** The target that was named, or a mock that is started for the run. */
async function openTarget(
  options: VerifyOptions,
  profile: Profile,
  key: string | undefined,
): Promise<OpenTarget> {
  const chosen = { profile, ...(options.sku !== undefined && { sku: options.sku }) }
  if (options.baseUrl === undefined) {
    const mock = await serve({ profile })
    const aim = { ...chosen, baseUrl: mock.url, apiKey: key ?? `pk_test_${newRunId()}` }
    return { aim, name: `${mock.url}, the kit's own mock`, close: mock.close }
  }
  const baseUrl = baseUrlOf(options.baseUrl, { allowHttp: options.allowHttp === true })
  if (key === undefined) throw missingKey()
  return { aim: { ...chosen, baseUrl, apiKey: key }, name: baseUrl, close: async () => {} }
}

function missingKey(): Refusal {
  return new Refusal(
    `${KEY_VARIABLE} is not set. Put the TEST key that the operator gave you in it; without --base-url, the kit verifies its own mock and needs none.`,
  )
}

async function verifyTarget(aim: Aim, folder: string | undefined): Promise<number> {
  const progress = progressOn(process.stderr, CLAUSE_PLAN.length + ASSUMPTION_PLAN.length)
  let isInterrupted = false
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => {
    isInterrupted = true
  })
  const report = await runVerification(aim, { onResult: progress.advance, interrupted })
  progress.end()
  conclude(report, folder)
  return isInterrupted ? EXIT_INTERRUPTED : EXIT_CODES[report.outcome]
}

function conclude(report: Report, folder: string | undefined): void {
  print(renderReport(report, paintFor(process.stdout), widthOf(process.stdout)))
  if (folder === undefined) return
  writeFiles(folder, {
    'report.json': `${JSON.stringify(report, null, 2)}\n`,
    'junit.xml': toJunit(report),
    'summary.md': toMarkdown(report),
  })
  print(`\nReport: ${folder}/report.json, junit.xml, summary.md`)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
