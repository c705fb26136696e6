/** Takes keys out of a text. */
export type Clean = (text: string) => string

const LONGEST_VALUE = 64
/** Stands for a value that is too long to be one of a few. */
export const LONG_VALUE = '(long)'

/** A value of a documented field as it is recorded: without keys, and not long. */
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
