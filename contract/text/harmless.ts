import { redact } from './redact.ts'

/** Format characters hide or reorder what follows them; only the two joiners belong to ordinary text. */
const UNSEEN = /(?![\u{200c}\u{200d}])\p{Cf}|[\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|[^\P{Cc}\t\n]/gu

/** Nearly every text has nothing else, and is searched for nothing unseen. */
const PLAIN = /^[\t\n -~]*$/

/** What a CI system executes when it reads it in a log: `::error::` (GitHub) before a word, `##[…]` and `##vso[…]` anywhere. */
const CI_COMMAND = /(?<!\S):(?=:[\w-])|#(?=#[\w-]*\[)/g

/**
 * Makes any text fit to be shown. It removes keys, breaks commands to a CI system, and writes out characters that can't be
 * seen or would move others. A text that is legible stays as it is.
 */
export function legible(text: string): string {
  const shown = redact(text)
  const seen = PLAIN.test(shown) ? shown : shown.replaceAll('\r\n', '\n').replace(UNSEEN, writtenOut)
  return seen.includes('::') || seen.includes('##') ? seen.replace(CI_COMMAND, '$& ') : seen
}

declare const HARMLESS: unique symbol

/** Data in which every text is {@link legible}. Code that renders text from outside accepts no other data. */
export type Harmless<T> = T & { readonly [HARMLESS]: true }

/** The same plain data, with every text in it made legible, names of members included. */
export function harmless<T extends object>(data: T): Harmless<T> {
  // The shape is that of what was given: texts alone differ.
  return legibleIn(data) as Harmless<T>
}

/** A JSON text that means the same, and holds no character that is unseen, and no command to a CI system. */
export function legibleJson(json: string): string {
  // JSON escapes code units; and two of these signs occur in JSON only within a string.
  return json.replaceAll('##', '#\\u0023').replace(UNSEEN, (character) => {
    const units = character.split('').map((unit) => unit.charCodeAt(0))
    return units.map((unit) => `\\u${hex(unit)}`).join('')
  })
}

function legibleIn(value: unknown): unknown {
  if (typeof value === 'string') return legible(value)
  if (Array.isArray(value)) return value.map(legibleIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [legible(name), legibleIn(member)]))
}

function writtenOut(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${hex(code)}`
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}
