import { redactor } from '../../contract/text/redact.ts'

const LONGEST_NAME = 40
const MOST_DIGITS = 4
const NAME = /^[\p{L}_$@][\p{L}\p{N}_$@.-]*$/u

/** Which names of members are recorded, and which are data such as a SKU, a reference or a key. */
export type Names = {
  isData(name: string): boolean
  /** Whether the reference or the profile names it: then it is recorded, whatever it looks like. */
  isDocumented(name: string): boolean
}

/**
 * Tells names of members from data. A name is an identifier of at most 40 characters with a lower-case letter and at
 * most four digits. SKUs of the catalogue and whatever holds a key are data.
 *
 * @param documented the names that the reference or the profile names.
 * @param skus the SKUs of the catalogue.
 * @param secrets keys that no name may hold, besides whatever looks like one.
 *
 * @example
 * const names = memberNames({ documented: new Set(), skus: new Set(['steam']), secrets: [] })
 * names.isData('balance') // false
 * names.isData('CARD-USD-25') // true
 */
export function memberNames({
  documented,
  skus,
  secrets,
}: {
  readonly documented: ReadonlySet<string>
  readonly skus: ReadonlySet<string>
  readonly secrets: readonly string[]
}): Names {
  const clean = redactor(secrets)
  return {
    isData: (name) => skus.has(name) || !isIdentifier(name) || clean(name) !== name,
    isDocumented: (name) => documented.has(name) && clean(name) === name,
  }
}

function isIdentifier(name: string): boolean {
  const digits = name.match(/\d/g) ?? []
  return (
    name.length <= LONGEST_NAME && NAME.test(name) && /\p{Ll}/u.test(name) && digits.length <= MOST_DIGITS
  )
}
