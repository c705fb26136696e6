import type { Profile } from '../../../contract/profile/profile.ts'
import type { OnDiscoveryEvent } from '../events.ts'
import type { Finding, Miss } from '../finding.ts'
import { FindingsStore } from '../findings-store.ts'
import { profileWith, type SetAside } from '../found-profile.ts'
import { contradictionsIn } from './clauses/contradictions.ts'
import { type ClauseStatement, clauseStatements } from './clauses/statements.ts'
import type { Contradiction } from './disagreement.ts'
import { ApiDocument, type ReadFile } from './document/api-document.ts'
import { sampleIn, successOf } from './document/api-operation.ts'
import { baseAddresses, versionOf } from './document/api-version.ts'
import { findOperations } from './document/find-operations.ts'
import type { Described, Reading } from './learn/document-reading.ts'
import { learnAuth } from './learn/learn-auth.ts'
import { learnErrors } from './learn/learn-errors.ts'
import { learnLimits } from './learn/learn-limits.ts'
import { learnLookup } from './learn/learn-lookup.ts'
import { learnMoney } from './learn/learn-money.ts'
import { learnCatalogue, learnPing } from './learn/learn-positions.ts'
import { learnStates } from './learn/learn-states.ts'

/** A document to learn from. */
export type DocumentAim = {
  /** The name of its first file. */
  readonly file: string
  readonly read: ReadFile
  /** The profile that the search starts from: what the document does not say stays. */
  readonly start: Profile
  /** What comes before the documented paths, where a document has several such prefixes. */
  readonly prefix?: string | undefined
  /** Keys that must not be shown. */
  readonly secrets?: readonly string[]
}

/** Everything that a document says. */
export type LearntDocument = {
  readonly file: string
  /** Such as `OpenAPI 3.1.0`. */
  readonly version: string
  /** The base addresses that it names, with the prefix of its operations. */
  readonly baseUrls: readonly string[]
  readonly findings: readonly Finding[]
  readonly misses: readonly Miss[]
  readonly profile: Profile
  readonly setAside: readonly SetAside[]
  readonly statements: readonly ClauseStatement[]
  readonly contradictions: readonly Contradiction[]
}

/**
 * Learns the answers to the gaps from an operator's own OpenAPI document, without a call, and compares the document with
 * the documented clauses.
 *
 * @param onEvent is called with each event as it happens.
 * @throws {DocumentError} for a document that can't be read, or that is of another API.
 *
 * @example
 * const learnt = readDocument({ file: 'api.yaml', read: () => text, start: resolveProfile({}) }, () => {})
 * learnt.profile.auth // { header: 'X-Api-Key', format: '{key}' }
 */
export function readDocument(
  { file, read, start, prefix, secrets = [] }: DocumentAim,
  onEvent: OnDiscoveryEvent,
): LearntDocument {
  const api = new ApiDocument(file, read)
  const version = versionOf(api)
  const operations = findOperations(api, prefix)
  const findings = new FindingsStore(secrets, onEvent)
  const described = Object.fromEntries(
    Object.entries(operations.documented).map(([id, operation]): [string, Described] => {
      const content = successOf(api, operation)
      return [id, { operation, content, sample: sampleIn(api, content) }]
    }),
  )
  const reading: Reading = { api, operations, described, start, findings }
  findings.step(`What the document says (${version})`)
  learnAuth(reading)
  learnPing(reading)
  const lookup = learnLookup(reading)
  learnCatalogue(reading)
  learnMoney(reading)
  learnStates(reading, lookup)
  learnErrors(reading, lookup)
  learnLimits(reading)
  const statements = clauseStatements(reading, lookup)
  const contradictions = contradictionsIn(statements, findings.clean)
  findings.step(
    contradictions.length === 0
      ? 'Nothing in the document contradicts a documented clause'
      : 'What the document says against the reference',
  )
  for (const contradiction of contradictions) onEvent({ kind: 'contradiction', contradiction })
  const baseUrls = baseAddresses(api).map((url) => findings.clean(url + operations.prefix))
  const { findings: found, misses } = findings
  return {
    file,
    version,
    baseUrls,
    findings: found,
    misses,
    statements,
    contradictions,
    ...profileWith(start, found),
  }
}
