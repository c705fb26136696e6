import { isServed } from '../../run/answer.ts'
import { findErrorShape, findErrorStatus } from '../findings/find-error.ts'
import type { RefusalKind, RefusedAnswer } from '../findings-store.ts'
import { type Search, sightingIn } from '../search.ts'

const WHAT: Readonly<Record<RefusalKind, string>> = {
  unauthenticated: 'A call without a key',
  notFound: 'What does not exist',
  invalidBody: 'A body that is not the two fields',
}

/** Finds the statuses and the shape of refusals, from all refusals that were seen (§7.2). */
export function noteErrors(search: Search): void {
  const { refusals } = search.findings
  const kinds = Object.keys(WHAT) as RefusalKind[]
  const asked = kinds.filter((kind) => refusals[kind].length > 0)
  search.findings.step('What refusals look like')
  for (const kind of asked) noteStatus(search, kind, refusals[kind])
  if (asked.length > 0)
    noteShape(
      search,
      asked.flatMap((kind) => refusals[kind]),
    )
}

function noteStatus(search: Search, kind: RefusalKind, refused: readonly RefusedAnswer[]): void {
  const key = `errors.${kind}` as const
  const seen = refused.map(({ answer, how }) => sightingIn(search, answer, [], how))
  const found = findErrorStatus(refused.map(({ answer }) => answer.status))
  if (found === undefined) {
    const statuses = refused.map(({ answer }) => answer.status ?? 'not at all').join(', ')
    search.findings.missed({
      key,
      reason: `${WHAT[kind]} was answered ${statuses}: that is no refusal of it.`,
      seen,
    })
    return
  }
  const { status, others } = found
  search.findings.found({
    key,
    value: status,
    provenance: others.length === 0 ? 'observed' : 'assumed',
    reason:
      others.length === 0
        ? `${WHAT[kind]} is answered ${status}.`
        : `${WHAT[kind]} is answered ${status}, and at times ${others.join(', ')}: a profile has room for one.`,
    seen,
  })
}

function noteShape(search: Search, all: readonly RefusedAnswer[]): void {
  const refused = all.filter(({ answer }) => answer.status !== null && !isServed(answer))
  const seen = refused.map(({ answer, how }) => sightingIn(search, answer, [], how))
  const shape = findErrorShape(refused.map(({ answer }) => answer.json))
  if (shape === undefined) {
    const reason =
      refused.length === 0
        ? 'Nothing was refused.'
        : 'The bodies of refusals are not all of one shape that the profile knows: a problem (RFC 9457) with type, title, status and detail, or {"error": {"code", "message"}} with texts.'
    search.findings.missed({ key: 'errors.body', reason, seen })
    return
  }
  search.findings.found({
    key: 'errors.body',
    value: shape,
    provenance: 'observed',
    reason: `Each of ${refused.length} refusals has the shape ${shape}.`,
    seen,
  })
}
