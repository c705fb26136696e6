import { type Profile, provenanceOf } from '../../../contract/profile/profile.ts'
import { SERVER_CLAUSES } from '../../../contract/reference/server-clauses.ts'
import { newReport } from '../../../contract/report/new-report.ts'
import type { AssumptionReport, CheckReport, ClauseReport, Report } from '../../../contract/report/report.ts'
import { clauseVerdict, outcomeOf, type Verdict } from '../../../contract/report/verdict.ts'
import { ANSWERED_GAPS, type AnsweredGap } from '../../judge/assumptions.ts'
import { type Contradiction, Findings, type OnDiscoveryEvent } from '../findings.ts'
import { type Found, foundIn } from '../found-profile.ts'
import { learnAuth } from '../gaps/access.ts'
import { noteAmounts } from '../gaps/amounts.ts'
import { learnErrors } from '../gaps/errors.ts'
import { learnLimits } from '../gaps/limits.ts'
import { learnLookup } from '../gaps/lookup.ts'
import { noteMoney } from '../gaps/money.ts'
import { noteCatalogue, notePing } from '../gaps/positions.ts'
import { learnStates } from '../gaps/states.ts'
import { describedIn, type Reading, seenAt } from '../sources.ts'
import { type ClauseStatement, clauseStatements } from './clauses.ts'
import { ApiDocument, baseAddresses, placeOf, type ReadFile, versionOf } from './document/api-document.ts'
import { findOperations } from './document/operations.ts'
import { describedAnswer } from './document/sample.ts'

export type DocumentAim = {
  /** The name of its first file. */
  readonly file: string
  readonly read: ReadFile
  /** The profile that the search starts from: what the document does not say stays. */
  readonly start: Profile
  /** What comes before the documented paths, where a document has several such prefixes. */
  readonly prefix?: string | undefined
  readonly secrets?: readonly string[]
}

export type LearntDocument = Found & {
  readonly file: string
  /** Such as `OpenAPI 3.1.0`. */
  readonly version: string
  /** The base addresses that it names, with the prefix of its operations. */
  readonly baseUrls: readonly string[]
  readonly statements: readonly ClauseStatement[]
  readonly contradictions: readonly Contradiction[]
}

/**
 * Learns the answers to the gaps from an operator's own OpenAPI document, without a call, and compares the document with
 * the documented clauses.
 *
 * @throws {DocumentError} for a document that can't be read, or that is of another API.
 */
export function readDocument(
  { file, read, start, prefix, secrets = [] }: DocumentAim,
  onEvent: OnDiscoveryEvent,
): LearntDocument {
  const api = new ApiDocument(file, read)
  const version = versionOf(api)
  const operations = findOperations(api, prefix)
  const findings = new Findings(secrets, onEvent)
  const documented = Object.entries(operations.documented)
  const described = Object.fromEntries(documented.map(([id, one]) => [id, describedAnswer(api, one)]))
  const reading: Reading = { api, operations, described, start, findings }
  findings.step(`What the document says (${version})`)
  learnAuth(reading)
  notePing(reading, describedIn(reading, 'ping'))
  const lookup = learnLookup(reading)
  noteCatalogue(reading, describedIn(reading, 'listProducts'))
  noteMoney(
    reading,
    noteAmounts(reading, describedIn(reading, 'getPrice'), describedIn(reading, 'getBalance')),
  )
  const whole = { ...reading, described: { ...described, ...(lookup && { lookupOrder: lookup }) } }
  learnStates(whole)
  learnErrors(whole)
  learnLimits(whole)
  const statements = clauseStatements(whole)
  const contradictions = contradictionsIn(statements, reading)
  findings.step(
    contradictions.length === 0
      ? 'Nothing in the document contradicts a documented clause'
      : 'What the document says against the reference',
  )
  for (const contradiction of contradictions) onEvent({ kind: 'contradiction', contradiction })
  const baseUrls = baseAddresses(api).map((url) => findings.clean(url + operations.prefix))
  return { file, version, baseUrls, statements, contradictions, ...foundIn(findings, start) }
}

function contradictionsIn(
  statements: readonly ClauseStatement[],
  reading: Reading,
): readonly Contradiction[] {
  const { clean } = reading.findings
  return statements.flatMap(({ clause, operation: { method, path }, problem, nodes }) => {
    if (problem === null) return []
    const { section } = SERVER_CLAUSES[clause]
    const operation = clean(`${method} ${path}`)
    return [{ clause, section, operation, message: clean(problem), seen: seenAt(reading, nodes).seen }]
  })
}

const NEEDS =
  'The document says nothing of it. Only calls show it: run npx partner-purchase-kit verify with --base-url.'

export type DocumentRun = Pick<Report, 'tool' | 'remarks' | 'durationMs'> & {
  /** The address that was asked; null if none was. */
  readonly baseUrl: string | null
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
}

/** The report on a document: what it says for and against each clause that binds the server, and what it leaves open. */
export function documentReport(
  document: LearntDocument,
  run: DocumentRun,
  clean: (text: string) => string,
): Report {
  const clauses = Object.values(SERVER_CLAUSES).map((clause): ClauseReport => {
    const said = document.statements.filter((one) => one.clause === clause.id)
    if (said.length === 0) {
      const unsaid = checkOf(clause.id, 'what the document says of it', 'out-of-reach', NEEDS)
      return { ...clause, verdict: 'out-of-reach', needs: NEEDS, excused: null, checks: [unsaid] }
    }
    const checks = said.map((one, index) => checkOfStatement(one, index, clean))
    const verdict = clauseVerdict(checks.map((check) => check.verdict))
    return { ...clause, verdict, needs: null, excused: null, checks }
  })
  return {
    ...newReport('discover', { ...run, baseUrl: run.baseUrl ?? clean(document.file), mode: null }),
    outcome: outcomeOf(clauses),
    clauses,
    assumptions: ANSWERED_GAPS.map((answered) => assumptionOf(answered, document)),
    remarks: run.remarks,
  }
}

function checkOfStatement(
  { clause, operation, problem, nodes }: ClauseStatement,
  index: number,
  clean: (text: string) => string,
): CheckReport {
  const line = clean(`${operation.method} ${operation.path}`)
  const title = `the document describes it for ${line}`
  const id = `${clause}-${index + 1}`
  if (problem === null) return checkOf(id, title, 'kept', null)
  const places = [...new Set(nodes.map((node) => clean(placeOf(node))))].join(', ')
  return checkOf(id, title, 'broken', `${line}: ${clean(problem)} See ${places}`)
}

function checkOf(id: string, title: string, verdict: Verdict, message: string | null): CheckReport {
  return { id: `document/${id}`, title, verdict, message, lesson: null, restsOn: [], evidence: [] }
}

function assumptionOf(
  { gap, profileKey }: AnsweredGap,
  { profile, findings, misses }: LearntDocument,
): AssumptionReport {
  const isOf = ({ key }: { readonly key: string }) => key === profileKey || key.startsWith(`${profileKey}.`)
  const missed = [...new Set(misses.filter(isOf).map(({ reason }) => reason))]
  const isFound = findings.some(isOf) && missed.length === 0
  return {
    gap,
    profileKey,
    provenance: provenanceOf(profile, profileKey),
    verdict: isFound ? 'holds' : 'not-observed',
    message: isFound ? null : missed.join(' ') || 'The document does not say it.',
  }
}
