import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { countWhile } from '../../contract/text/count-while.ts'
import { type FormId, formOf } from '../history/forms.ts'
import type { Fact } from './facts.ts'
import type { Contradiction } from './findings.ts'

/** One that contradicts a clause: the requests that it may be about, of which one is to blame. */
type Failure = {
  readonly requests: readonly Fact[]
  readonly isOfMoney: boolean
  /** Whether a lookup said something else than this body: only another body tells which of them is right. */
  readonly isAgainstLookup: boolean
}

/** What fails of a clause, perhaps only where it wears some forms. */
export type Suspicion = {
  readonly failed: Fact
  readonly isOfMoney: boolean
  /** The forms that all that fails wears: those that nothing else wears, and the others. */
  readonly forms: readonly (readonly FormId[])[]
}

const [PLAIN, WORN] = [false, true]

/**
 * What confirms a condition: one request, plainly, and in its forms, not in turn, since a service with two copies answers
 * in turn. Reads cost nothing: twice as many of them.
 */
export function pairFor({ operation }: Pick<Fact, 'operation'>): readonly boolean[] {
  const once = [PLAIN, WORN, WORN, PLAIN]
  return operation === 'createOrder' ? once : [...once, WORN, PLAIN, PLAIN, WORN]
}

/** More forms together are no condition that helps anybody. */
export const MOST_FORMS = 2

function failuresOf(
  clause: ServerClauseId,
  contradictions: readonly Contradiction[],
  facts: readonly Fact[],
): readonly Failure[] {
  const bySeq = new Map(facts.map((fact) => [fact.seq, fact]))
  const repeats = repeatsIn(facts)
  const own = contradictions.filter(({ explanations }) => explanations.some((one) => one.clause === clause))
  return own.map(({ row, evidence }) => {
    const shown = evidence.flatMap((seq) => bySeq.get(seq) ?? []).filter(({ key }) => key === 'own')
    const isOfMoney = row === 'repeat-charged'
    const isCharged = (fact: Fact) => repeats.has(fact) && !fact.isAbandoned
    const requests = isOfMoney ? shown.filter(isCharged) : shown.slice(-1)
    const isAgainstLookup = row === 'back-to-processing' && requests[0]?.operation === 'createOrder'
    return { requests, isOfMoney, isAgainstLookup }
  })
}

/** The requests that were sent before: of the same operation and order. The facts are in turn. */
function repeatsIn(facts: readonly Fact[]): ReadonlySet<Fact> {
  const known = new Set<string>()
  const repeats = facts.filter(({ operation, reference }) => {
    const request = `${operation} ${reference}`
    const isKnown = known.has(request)
    known.add(request)
    return isKnown && operation !== 'getBalance'
  })
  return new Set(repeats)
}

const wears = (forms: readonly FormId[]) => (fact: Fact) => forms.every((form) => fact.forms.includes(form))

/** Which forms a clause may wait for; undefined where something fails plainly. */
export function suspicionOf(
  clause: ServerClauseId,
  contradictions: readonly Contradiction[],
  facts: readonly Fact[],
  canBuy: boolean,
): Suspicion | undefined {
  const failures = failuresOf(clause, contradictions, facts)
  const single = failures.flatMap(({ requests: [first, ...more], ...rest }) =>
    first === undefined || more.length > 0 ? [] : [{ failed: first, ...rest }],
  )
  const affordable = single.filter(({ failed }) => canBuy || failed.operation !== 'createOrder')
  const chosen =
    affordable.find(({ isAgainstLookup }) => isAgainstLookup) ??
    // A read costs nothing.
    affordable.find(({ failed }) => failed.operation !== 'createOrder') ??
    affordable.at(-1)
  if (chosen === undefined) return undefined
  const { failed, isOfMoney } = chosen
  const common = failed.forms.filter((form) => failures.every(({ requests }) => requests.some(wears([form]))))
  const failing = new Set(failures.flatMap(({ requests }) => requests))
  const repeats = repeatsIn(facts)
  const passed = facts.filter(
    (fact) =>
      fact.operation === failed.operation &&
      fact.key === 'own' &&
      fact.isServed &&
      repeats.has(fact) === repeats.has(failed) &&
      !failing.has(fact),
  )
  const isElsewhere = (form: FormId) => passed.some(wears([form]))
  const forms = [common.filter((form) => !isElsewhere(form)), common.filter(isElsewhere)]
  return common.length === 0
    ? undefined
    : { failed, isOfMoney, forms: forms.filter(({ length }) => length > 0) }
}

/**
 * The forms that a clause waits for: all that fails wears them, and a pair has confirmed them: sent one after another, a
 * request failed in them alone, and not plainly.
 */
export function conditionOf(
  clause: ServerClauseId,
  contradictions: readonly Contradiction[],
  facts: readonly Fact[],
): readonly FormId[] | undefined {
  const failures = failuresOf(clause, contradictions, facts)
  const same = Map.groupBy(
    facts.filter(({ key, isAbandoned }) => key === 'own' && !isAbandoned),
    requestOf,
  )
  const signs = { money: signIn(true, facts), answers: signIn(false, facts) }
  // Requests that fail alike are confirmed together.
  const failing = new Map(
    failures.flatMap(({ requests, isOfMoney }) =>
      requests.map((failed) => {
        const signOf = signs[isOfMoney ? 'money' : 'answers']
        return [`${isOfMoney} ${requestOf(failed)} ${signOf(failed)}`, { failed, signOf }] as const
      }),
    ),
  )
  const confirmed = [...failing.values()].flatMap(({ failed, signOf }) => {
    const pair = pairFor(failed)
    const sent = same.get(requestOf(failed)) ?? []
    return sent.flatMap((_, at) => {
      const forms = sent[at + 1]?.forms ?? []
      const isConfirmed = pair.every((isWorn, index) => {
        const one = sent[at + index]
        const worn = isWorn ? forms : []
        return one?.forms.join() === worn.join() && (signOf(one) === signOf(failed)) === isWorn
      })
      return isConfirmed && forms.length > 0 ? [forms] : []
    })
  })
  const different = [...new Map(confirmed.map((forms) => [forms.join(), forms])).values()]
  return different.find(
    (forms) => forms.length <= MOST_FORMS && failures.every(({ requests }) => requests.some(wears(forms))),
  )
}

function requestOf({ operation, reference, sku }: Fact): string {
  return JSON.stringify([operation, reference, sku])
}

/** How requests were answered, as far as a judge sees; or whether the balance fell between the reads around each. */
export function signIn(isOfMoney: boolean, facts: readonly Fact[]): (fact: Fact) => string {
  if (!isOfMoney) return signOf
  const reads = facts.filter(({ key, operation }) => key === 'own' && operation === 'getBalance')
  return ({ sentMs, answeredMs }) => {
    const before = reads[countWhile(reads, (read) => read.answeredMs <= sentMs) - 1]?.amount ?? null
    const after = reads[countWhile(reads, (read) => read.sentMs < answeredMs)]?.amount ?? null
    return String(before !== null && after !== null && after < before)
  }
}

function signOf({ status, hasData, summary, named, reference }: Fact): string {
  const pause = typeof summary?.pollAfterSeconds
  return JSON.stringify([status, hasData, summary?.kind, pause, named !== null && named !== reference])
}

export function conditionWords(forms: readonly FormId[]): string {
  const words = forms.map((form) => formOf(form).words).join(', and ')
  return `Only where ${words}: sent plainly, the same request was answered rightly.`
}
