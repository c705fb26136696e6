import { isOfTheMoment } from '../../../contract/judging/said.ts'
import { hasErrorShape } from '../../../contract/profile/error-shape.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import { isServed } from '../../run/exchange.ts'
import { type KeyedSearch, newReference, type RefusalKind, type Search, seenEach } from '../search.ts'

/** What is refused so, at the start of a sentence. */
const WHAT: Readonly<Record<RefusalKind, string>> = {
  unauthenticated: 'A call without a key',
  notFound: 'What does not exist',
  invalidBody: 'A body that is not the two fields',
}

type ErrorShape = Profile['errors']['body']

/** The one shape that every refusal has; a body that is not JSON is undefined. */
export function findErrorShape(bodies: readonly unknown[]): ErrorShape | undefined {
  const shapes: readonly ErrorShape[] = bodies.length === 0 ? [] : ['problem', 'error-object']
  return shapes.find((shape) => bodies.every((body) => hasErrorShape(shape, body)))
}

function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && !isOfTheMoment(status)
}

/**
 * Sends requests that must be refused, and can't be a purchase: a SKU that does not exist, and bodies without a `sku`.
 * Only if ping says TEST.
 */
export async function provokeRefusals(search: KeyedSearch): Promise<void> {
  const { prober, findings, auth, runId } = search
  findings.step('How bad requests are refused')
  const body = JSON.stringify({ partnerReference: newReference(search, 'unusable') })
  const bad = [
    ['notFound', 'an unknown SKU', { operation: 'getPrice', values: { sku: `NO-SUCH-SKU-${runId}` } }],
    ['invalidBody', 'a body without a sku', { operation: 'createOrder', body }],
    ['invalidBody', 'a body that is not JSON', { operation: 'createOrder', body: '{"partnerReference"' }],
  ] as const
  for (const [kind, how, ask] of bad) {
    const answer = await prober.ask({ ...ask, auth, how })
    search.refusals.push({ kind, answer, how })
    if (isServed(answer)) findings.note(`That was served (any 2xx), though it was ${how}: tell the operator.`)
  }
}

const isOfLookup = ({ answer }: Search['refusals'][number]) => answer.exchange.operation === 'lookupOrder'

/** Finds the statuses and the shape of refusals, from all refusals that were seen (§7.2). */
export function noteErrors(search: Search): void {
  search.findings.step('What refusals look like')
  if (search.refusals.length === 0) return
  for (const kind of Object.keys(WHAT) as RefusalKind[]) noteStatus(search, kind)
  noteShape(search)
}

/** The first status of a kind of refusal; with another one, it is assumed. */
function noteStatus(search: Search, kind: RefusalKind): void {
  const refused = search.refusals.filter((one) => one.kind === kind)
  if (refused.length === 0) return
  const statuses = refused.map(({ answer }) => answer.status)
  const [status, ...others] = new Set(statuses.filter(isRefusal))
  if (status === undefined) {
    const said = statuses.map((one) => one ?? 'not at all').join(', ')
    const reason = `${WHAT[kind]} was answered ${said}: that is no refusal of it.`
    search.findings.miss(`errors.${kind}`, reason, seenEach(search, refused))
    return
  }
  const more = others.length === 0 ? '' : `, and at times ${others.join(', ')}: a profile has room for one`
  const reason = `${WHAT[kind]} is answered ${status}${more}.`
  // An unknown order may be refused in another way than an unknown SKU.
  const isClear = kind !== 'notFound' || refused.some(isOfLookup)
  search.findings.add(
    `errors.${kind}`,
    status,
    reason,
    seenEach(search, refused),
    isClear && others.length === 0,
  )
}

function noteShape(search: Search): void {
  const refused = search.refusals.filter(({ answer }) => answer.status !== null && !isServed(answer))
  const evidence = seenEach(search, refused)
  const shape = findErrorShape(refused.map(({ answer }) => answer.json))
  if (shape !== undefined) {
    const reason = `Each of ${refused.length} refusals has the shape ${shape}.`
    search.findings.add('errors.body', shape, reason, evidence)
    return
  }
  const reason =
    refused.length === 0
      ? 'No body of a refusal was found.'
      : 'The bodies of refusals are not all of one shape that the profile knows: a problem (RFC 9457) with type, title, status and detail, or {"error": {"code", "message"}} with texts.'
  search.findings.miss('errors.body', reason, evidence)
}
