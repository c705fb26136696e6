import { redactor } from '../../../contract/text/redact.ts'

/** Removes keys from a text. */
export type Clean = (text: string) => string

const LONGEST_VALUE = 64
/** Recorded instead of a value that is too long to be one of a fixed set. */
const LONG_VALUE = '(long)'

/** A value of a documented field as it is recorded: without keys, and of limited length. */
export function recordedValue(value: string, clean: Clean): string {
  return value.length > LONGEST_VALUE ? LONG_VALUE : clean(value)
}

const MEDIA_TYPE = /^[a-z\d!#$&^_.+-]{1,64}\/[a-z\d!#$&^_.+-]{1,64}$/

/**
 * A content type as it is recorded: the media type without its parameters (RFC 9110, section 8.3.1).
 *
 * @example
 * recordedMediaType('application/json; charset=utf-8', redact) // 'application/json'
 */
export function recordedMediaType(contentType: string | null, clean: Clean): string {
  if (contentType === null || contentType.trim() === '') return 'none'
  const [mediaType = ''] = clean(contentType).toLowerCase().split(';')
  return MEDIA_TYPE.test(mediaType.trim()) ? mediaType.trim() : 'other'
}

const LONGEST_NAME = 40
const MOST_DIGITS = 4
const NAME = /^[\p{L}_$@][\p{L}\p{N}_$@.-]*$/u

/** Which names of members are recorded, and which are data such as a SKU, a reference or a key. */
export type Names = {
  isData(name: string): boolean
  /** Whether the reference or the profile names it: then it is recorded in any form. */
  isDocumented(name: string): boolean
}

/**
 * Distinguishes names of members from data. A name is an identifier of at most 40 characters with a lower-case letter and at
 * most four digits. SKUs of the catalogue and texts that contain a key are data.
 *
 * @param documented the names that the reference or the profile names.
 * @param skus the SKUs of the catalogue.
 * @param secrets keys that no name may contain, in addition to any text that looks like one.
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
