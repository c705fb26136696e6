import type { Money } from '../../../contract/wire/money.ts'
import { moneyFormat } from '../findings/money-format.ts'
import { type KeyedSearch, sightingIn } from '../search.ts'
import type { SeenAmount } from './note-amounts.ts'

/** Finds currency and format of amounts (gap `money-format`). */
export function noteMoney(search: KeyedSearch, seen: readonly SeenAmount[]): Money | undefined {
  const currency = noteCurrency(search, seen)
  const found = moneyFormat({
    amounts: seen.flatMap(({ amount }) => amount.place.amounts),
    names: seen.flatMap(({ amount }) => amount.place.path),
    currency,
    isWrittenWithDecimals: seen.some(isWrittenWithDecimals),
  })
  if (found === undefined) {
    missFormat(search, seen, currency)
    return undefined
  }
  const { format, isCertain, reason } = found
  search.findings.found({
    key: 'money.format',
    value: format,
    provenance: isCertain ? 'observed' : 'assumed',
    reason,
    seen: sightings(search, seen),
  })
  return { format, currency }
}

function missFormat(search: KeyedSearch, seen: readonly SeenAmount[], currency: string): void {
  const amounts = seen.flatMap(({ amount }) => amount.place.amounts).slice(0, 4)
  const reason =
    amounts.length === 0
      ? 'No amount was found that shows the format.'
      : `The amounts fit no format of the profile in ${currency}: ${amounts.join(', ')}.`
  search.findings.missed({ key: 'money.format', reason, seen: sightings(search, seen) })
}

function sightings(search: KeyedSearch, seen: readonly SeenAmount[]) {
  return seen.flatMap(({ answers, amount }) =>
    answers.slice(0, 2).map((answer) => sightingIn(search, answer, [amount.place.pointer])),
  )
}

/** 25.00 is parsed to 25: only the text shows the decimals. */
function isWrittenWithDecimals({ answers, amount }: SeenAmount): boolean {
  const name = JSON.stringify(amount.place.path.at(-1) ?? '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const written = new RegExp(`${name}\\s*:\\s*-?\\d+\\.\\d`)
  return answers.some(({ exchange }) => written.test(exchange.response?.body ?? ''))
}

/** Purchases are paid from the balance, so its currency comes first; without one, that of the prices. */
function noteCurrency(search: KeyedSearch, seen: readonly SeenAmount[]): string {
  const saying = seen
    .toReversed()
    .flatMap(({ answers, currency }) => (currency === undefined ? [] : [{ answers, currency }]))
  const [first, ...others] = new Set(saying.flatMap(({ currency }) => currency.currencies))
  const shown = saying.flatMap(({ answers, currency }) =>
    answers.slice(0, 1).map((answer) => sightingIn(search, answer, [currency.pointer])),
  )
  if (first === undefined) {
    const reason = 'No field says the currency: ask the operator, and set money.currency.'
    search.findings.missed({ key: 'money.currency', reason, seen: shown })
    return search.aim.start.money.currency
  }
  search.findings.found({
    key: 'money.currency',
    value: first,
    provenance: others.length === 0 ? 'observed' : 'assumed',
    reason:
      others.length === 0
        ? `Every currency that was found is ${first}.`
        : `The first currency that was found is ${first}; others are ${others.join(', ')}.`,
    seen: shown,
  })
  return first
}
