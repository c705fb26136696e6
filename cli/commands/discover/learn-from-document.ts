import type { Profile } from '../../../contract/profile/profile.ts'
import { TOOL } from '../../../contract/report/kit.ts'
import { EXIT_CODES } from '../../../contract/report/verdict.ts'
import { harmless } from '../../../contract/text/harmless.ts'
import { redact } from '../../../contract/text/redact.ts'
import type { AnswerDifference } from '../../../contract-tests/discovery/openapi/disagreement.ts'
import { documentReport } from '../../../contract-tests/discovery/openapi/document-report.ts'
import { type LearntDocument, readDocument } from '../../../contract-tests/discovery/openapi/read-document.ts'
import { informWorkflow } from '../../files/github.ts'
import { reportFiles, writeReport } from '../../files/report-files.ts'
import type { Io } from '../../io.ts'
import type { DiscoveryTerminal } from './discovery-terminal.ts'
import { documentFiles } from './document-files.ts'
import { renderEvent } from './render.ts'

/** A document to learn from, and the profile that the search starts from. */
export type DocumentOptions = {
  readonly openapi: string
  readonly prefix: string | undefined
  readonly start: Profile
  /** Keys that must not be shown. */
  readonly secrets: readonly string[]
}

/**
 * Learns from a document, and prints what it says.
 *
 * @throws {DocumentError} when it can't be read, or is of another API.
 */
export function learnFrom(
  { openapi, ...aim }: DocumentOptions,
  { say, paint, width }: DiscoveryTerminal,
  io: Io,
): LearntDocument {
  return readDocument({ ...documentFiles(openapi, io), ...aim }, (event) =>
    say(renderEvent(harmless(event), paint, width)),
  )
}

/** What the report on a document is made from. */
export type ReportedDocument = {
  /** With the profile that was written. */
  readonly document: LearntDocument
  readonly differences: readonly AnswerDifference[]
  readonly baseUrl: string | null
  readonly secrets: readonly string[]
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
}

/**
 * Writes the report on a document into a folder, if one is named.
 *
 * @returns the exit code of its outcome.
 * @throws {InputError} when a file can't be written.
 */
export function reportDocument(
  { document, differences, baseUrl, secrets, startedAt }: ReportedDocument,
  folder: string | undefined,
  io: Io,
): number {
  const clean = (text: string) => redact(text, secrets)
  const remarks = differences.map(({ key, document: said, service, taken }) => ({
    id: 'document-differs',
    message: `${key}: the document says ${JSON.stringify(said)}, the service shows ${JSON.stringify(service)}. The profile has the ${taken}'s answer.`,
    scenario: null,
  }))
  const run = { tool: TOOL, remarks, durationMs: io.clock.now() - startedAt, startedAt, baseUrl }
  const report = documentReport(document, run, clean)
  informWorkflow(report, io)
  if (folder !== undefined) writeReport(folder, reportFiles(report), io)
  return EXIT_CODES[report.outcome]
}
