import type { Profile } from '../../../contract/profile/profile.ts'
import { changeDocument, changedAt, SHOWN_IN, showsSuccess, type Variant } from '../variant.ts'

type Format = Profile['money']['format']

const FORMATS: Record<Format, readonly [id: string, change: string]> = {
  'decimal-string': ['amounts-as-texts', 'Amounts are decimal texts, such as "25.00".'],
  'decimal-number': ['amounts-as-numbers', 'Amounts are decimal numbers, such as 25.5.'],
  'minor-units': ['amounts-in-minor-units', 'Amounts are whole numbers of the minor unit, such as 2500.'],
}

const AMOUNT = 'the amount of a price and of the balance'
const CURRENCY = 'the currency of a price and of the balance'

/** §2 shows no type, no unit and no currency of an amount. A client that compares price and balance has to read them; no client has to compare. */
export function amountVariants(profile: Profile): readonly Variant[] {
  const { money, price, balance } = profile
  const base = { scenarios: [SHOWN_IN.atOnce], isReceived: showsSuccess('getPrice', 'getBalance') }
  const formats = (Object.keys(FORMATS) as Format[]).filter((format) => format !== money.format)
  const currency = money.currency === 'EUR' ? 'USD' : 'EUR'
  return [
    ...formats.map((format): Variant => {
      const [id, change] = FORMATS[format]
      const other = { ...profile, money: { ...money, format } }
      return { ...base, id, gaps: ['money-format'], change, readAt: AMOUNT, profile: other }
    }),
    {
      ...base,
      id: 'another-currency',
      gaps: ['money-format'],
      change: `Amounts are in ${currency}, not ${money.currency}.`,
      readAt: CURRENCY,
      profile: { ...profile, money: { ...money, currency } },
    },
    {
      ...base,
      id: 'no-currency',
      gaps: ['price-fields', 'balance-fields'],
      change: 'A price and the balance name no currency.',
      readAt: CURRENCY,
      profile: {
        ...profile,
        price: { ...price, currency: null },
        balance: { ...balance, currency: null },
      },
    },
    {
      ...base,
      id: 'balance-without-amount',
      gaps: ['balance-fields'],
      change: 'The balance shows no amount.',
      readAt: 'the amount of the balance',
      answers: changeDocument(
        (document) => changedAt(document, balance.amount, () => undefined),
        'getBalance',
      ),
      isReceived: showsSuccess('getBalance'),
    },
  ]
}
