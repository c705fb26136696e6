import { isObject, readPointer } from '../contract/wire/json-pointer.ts'
import { parseAmount } from '../contract/wire/money.ts'
import type { ClientProfile } from './client-profile.ts'
import { type Success, unexpected } from './http/answer.ts'
import { isCurrency, type Money } from './money.ts'

/** What a ping says: `ok`, and the environment of the key. */
export type Ping = { readonly status: string; readonly mode: string }

/** An entry of the catalogue: its SKU, and every other field of the service. */
export type Product = { readonly sku: string; readonly [field: string]: unknown }

/** Reads a ping where the profile finds it. */
export function readPing(answer: Success, { ping }: ClientProfile): Ping {
  const text = (field: 'status' | 'mode') => {
    const value = readPointer(answer.document, ping[field])
    if (typeof value === 'string') return value
    throw unexpected(answer, ping[field], `the ${field} of a ping`, `ping.${field}`)
  }
  return { status: text('status'), mode: text('mode') }
}

/** Reads the catalogue where the profile finds it. */
export function readProducts(answer: Success, { products }: ClientProfile): readonly Product[] {
  const entries: unknown = readPointer(answer.document, products.pointer)
  if (!Array.isArray(entries)) {
    throw unexpected(answer, products.pointer, 'the array of products', 'products.pointer')
  }
  return entries.map((entry: unknown, index) => {
    if (isProduct(entry)) return entry
    throw unexpected(answer, `${products.pointer}/${index}/sku`, 'a SKU', 'products.pointer')
  })
}

/** Reads an amount of money where the profile finds it. */
export function readMoney(answer: Success, profile: ClientProfile, section: 'price' | 'balance'): Money {
  const place = profile[section]
  const currency =
    place.currency === null ? profile.money.currency : readPointer(answer.document, place.currency)
  if (!isCurrency(currency)) {
    throw unexpected(answer, place.currency ?? '', 'a currency code such as USD', `${section}.currency`)
  }
  const { format } = profile.money
  const amount: unknown = readPointer(answer.document, place.amount)
  const minorUnits = parseAmount(amount, { format, currency })
  if (minorUnits === undefined) {
    const isScalar = typeof amount === 'string' || typeof amount === 'number'
    const profileKey = isScalar ? 'money.format' : (`${section}.amount` as const)
    throw unexpected(answer, place.amount, `an amount of ${currency} (${format})`, profileKey)
  }
  return { minorUnits, currency }
}

function isProduct(value: unknown): value is Product {
  return isObject(value) && typeof value.sku === 'string' && value.sku !== ''
}
