import type { Answer } from '../../run/answer.ts'
import type { ChosenAmount } from '../findings/choose-amounts.ts'
import type { CurrencyPlace } from '../findings/find-currency.ts'
import { type KeyedSearch, sightingIn } from '../search.ts'

/** The sections of the profile that have an amount. */
export type AmountSection = 'price' | 'balance'

/** An amount that was found: its place, and the answers from which it was read. */
export type SeenAmount = {
  readonly section: AmountSection
  readonly answers: readonly Answer[]
  readonly amount: ChosenAmount
  readonly currency: CurrencyPlace | undefined
}

const MOST_NAMED = 3

/** Records the positions of an amount and its currency. */
export function noteAmount(search: KeyedSearch, { section, answers, amount, currency }: SeenAmount): void {
  const { place, rivals } = amount
  const isCertain = place.isNamed && !place.isInList && rivals.length === 0
  const what = answers.length === 1 ? `the ${section}` : `each of ${answers.length} ${section}s`
  search.findings.found({
    key: `${section}.amount`,
    value: place.pointer,
    provenance: isCertain ? 'observed' : 'assumed',
    reason: isCertain
      ? `An amount stands at ${place.pointer} in ${what}.`
      : `The likeliest amount in ${what} stands at ${place.pointer}${doubtOf(amount)}.`,
    seen: answers.slice(0, 2).map((answer) => sightingIn(search, answer, [place.pointer])),
  })
  noteCurrencyPlace(search, section, answers, currency)
}

/** Records that no amount was found. */
export function missAmount(search: KeyedSearch, section: AmountSection, answers: readonly Answer[]): void {
  const reason =
    answers.length === 0
      ? `No ${section} was served.`
      : `No amount was found whose name says that it is a ${section}, and that is written like the other amounts.`
  const seen = answers.slice(0, 1).map((answer) => sightingIn(search, answer))
  search.findings.missed({ key: `${section}.amount`, reason, seen })
}

function doubtOf({ place, rivals }: ChosenAmount): string {
  if (rivals.length > 0) {
    const others = rivals.slice(0, MOST_NAMED).map(({ pointer }) => pointer)
    return `; others stand at ${others.join(', ')}`
  }
  return place.isInList
    ? ', in the first entry of a list'
    : '; its name does not say so, but it is the only one'
}

function noteCurrencyPlace(
  search: KeyedSearch,
  section: AmountSection,
  answers: readonly Answer[],
  currency: CurrencyPlace | undefined,
): void {
  const rivals = currency?.rivals.slice(0, MOST_NAMED) ?? []
  const others = rivals.length === 0 ? '' : `; others, as near to the amount, stand at ${rivals.join(', ')}`
  search.findings.found({
    key: `${section}.currency`,
    value: currency?.pointer ?? null,
    provenance: rivals.length === 0 ? 'observed' : 'assumed',
    reason:
      currency === undefined
        ? `No field of the ${section} says its currency in three capitals.`
        : `A currency stands at ${currency.pointer}${others}.`,
    seen: answers
      .slice(0, 1)
      .map((answer) => sightingIn(search, answer, currency === undefined ? [] : [currency.pointer])),
  })
}
