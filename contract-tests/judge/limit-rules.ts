import { is2xx } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { AssumptionVerdict } from '../../contract/report/verdict.ts'
import { type FormId, formOf } from '../history/forms.ts'
import type { Fact } from './facts.ts'
import { isPlain, type Order, oddlyWritten } from './orders.ts'
import { describe, quoted } from './phrases.ts'
import { acceptedIn, charactersBeyond, labelOf, refusalsIn } from './refusals.ts'

export type AssumptionResult = { readonly verdict: AssumptionVerdict; readonly message: string | null }

export const HOLDS: AssumptionResult = { verdict: 'holds', message: null }
export const differs = (message: string): AssumptionResult => ({ verdict: 'differs', message })
export const missed = (message: string): AssumptionResult => ({ verdict: 'not-observed', message })

/** What the characters are that {@link charactersBeyond} takes for alike. */
const ALIKE: Readonly<Record<string, string>> = {
  a: 'lower-case letters',
  A: 'upper-case letters',
  '0': 'digits',
}

export function referenceLimits(
  own: readonly Fact[],
  orders: readonly Order[],
  profile: Profile,
): AssumptionResult {
  const accepted = acceptedIn(orders)
  const isOddlyWritten = oddlyWritten(orders)
  const { excuseOf } = refusalsIn(own, orders, profile)
  const limited = orders.flatMap((order) => {
    const refused = order.sends.find(({ said }) => said !== 'nothing')
    // It may be refused for its body.
    if (refused?.said !== 'no' || isOddlyWritten(refused)) return []
    return excuseOf(order, refused)?.isOfText ? [{ order, refused }] : []
  })
  const [first] = limited
  if (first === undefined)
    return accepted.some((reference) => !isPlain(reference)) || profile.references.characters !== null
      ? HOLDS
      : missed('No unusual reference was bought.')
  const { reference } = first.order
  const known = accepted.map(labelOf).join('')
  const odd = [...new Set(limited.flatMap(({ order }) => charactersBeyond(labelOf(order.reference), known)))]
  const longest = Math.max(0, ...accepted.map(({ length }) => length))
  const length = `of ${reference.length} characters was refused, and one of ${longest}`
  const characters = odd.map((one) => ALIKE[one] ?? JSON.stringify(one)).join(', ')
  const inCharacters = 'references.characters of the profile what the service takes.'
  const message =
    odd.length === 0
      ? `A reference ${length} was taken: ${describe(first.refused)}. Say in references.longest of the profile how many there may be.`
      : reference.length <= longest
        ? `A reference with ${characters} was refused: ${describe(first.refused)}. Say in ${inCharacters}`
        : `A reference ${length} without ${characters} was taken: ${describe(first.refused)}. Say in references.longest how many there may be, or in ${inCharacters}`
  return differs(message)
}

/** Compares how requests may be written with those that were refused for it, and served plainly. */
export function requestForms(own: readonly Fact[]): AssumptionResult {
  const served = own.filter(({ status }) => is2xx(status))
  const isServedPlainly = (fact: Fact) =>
    served.some(
      ({ seq, call, reference, forms }) =>
        seq > fact.seq &&
        call.toLowerCase() === fact.call.toLowerCase() &&
        reference === fact.reference &&
        limited(fact).every((form) => !forms.includes(form)),
    )
  const refused = own.filter((fact) => fact.isOfForm && isServedPlainly(fact))
  const [first] = refused
  if (first === undefined) {
    const isWorn = served.some(({ forms }) => forms.some((form) => formOf(form).limit !== null))
    return isWorn ? HOLDS : missed('No request was written in an unusual form.')
  }
  const taken = new Set(served.flatMap(({ forms }) => forms))
  const never = [...new Set(refused.flatMap(limited))].filter((form) => !taken.has(form))
  const forms = never.length > 0 ? never : limited(first)
  const words = forms.map((form) => formOf(form).words).join(', or ')
  const remedies = [...new Set(forms.map(remedyFor))].join(' ')
  return differs(
    `A request was refused in which ${words}, and served plainly: ${describe(first)}. ${remedies}`,
  )
}

function limited({ forms }: Fact): readonly FormId[] {
  return forms.filter((form) => formOf(form).limit !== null)
}

function remedyFor(form: FormId): string {
  const { limit } = formOf(form)
  return limit === 'requests'
    ? 'The profile has no line for it: a client that sends it must know.'
    : `If that is a limit of the service, say so in the profile: ${limit} is false.`
}

/** So many lookups must not find an order. */
const NEVER = 2

/** Finds an order that no lookup finds for how its reference is written, while lookups find others. */
export function lookupLimits(bought: readonly Order[]): AssumptionResult {
  const lost = bought.find((order) => !isPlain(order.reference) && isNeverFound(order))
  return lost === undefined ? HOLDS : differs(unfound(lost))
}

function isNeverFound({ lookups }: Order): boolean {
  return lookups.length >= NEVER && lookups.every(({ said, summary }) => said === 'no' && summary === null)
}

function unfound({ reference, lookups: [lookup] }: Order): string {
  const words = `The lookup does not find the order ${quoted(reference)}, whose characters are escaped in a URL`
  return `${words}: ${lookup && describe(lookup)}. The reference does not show how they are written there. Ask the operator, or say in references.characters of the profile which of them a lookup takes.`
}
