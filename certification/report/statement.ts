import { sealDigest } from '../../contract/judging/sealed-lines.ts'
import type { Report } from '../../contract/report/report.ts'

/** The predicate of a statement: https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md */
const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1'

/** A certification as an in-toto Statement v1 over its recording, unsigned: for cosign, or the attestations of a CI. */
export function statementOf(report: Report, journal: string, name: string) {
  const { scenarios, profile, scenarioTable, subject, challenge, clauses } = report
  const skus = (wanted: string) =>
    (scenarios ?? []).flatMap(({ outcome, sku }) => (outcome === wanted ? [sku] : []))
  const isWarned = clauses.some(({ level, verdict }) => level === 'should' && verdict === 'broken')
  const result = report.outcome === 'kept' ? (isWarned ? 'WARNED' : 'PASSED') : 'FAILED'
  const described = [
    ['profile', profile?.digest],
    ['scenario-table', scenarioTable?.digest],
    ['tracked-files', subject?.tracked],
    ...(subject?.files ?? []).map(({ path, digest }) => [path, digest] as const),
  ] as const
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name, digest: sha256(sealDigest(journal)) }],
    predicateType: TEST_RESULT,
    predicate: {
      result,
      configuration: [
        ...described.flatMap(([name, digest]) => (digest == null ? [] : { name, digest: sha256(digest) })),
        ...(subject?.commit ? [{ name: 'commit', digest: { gitCommit: subject.commit } }] : []),
        {
          name: 'certification',
          annotations: {
            client: subject?.name,
            kit: `${report.tool.name} ${report.tool.version}`,
            rules: report.seal?.rules,
            startedAt: report.startedAt,
            challenge,
            hasSecretCards: scenarios?.every(({ card }) => card !== undefined) === true,
            isTreeDirty: subject?.dirty ?? undefined,
          },
        },
      ],
      passedTests: skus('kept'),
      warnedTests: skus('incomplete'),
      failedTests: skus('broken'),
    },
  }
}

function sha256(digest: string) {
  return { sha256: digest.replace('sha256-', '') }
}
