const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .* GMT$/

/**
 * The pause that an answer asks for by `Retry-After` (RFC 9110, section 10.2.3), in whole seconds: it names so many, or a
 * date. Null where it asks for none that can be read, or the date has passed.
 *
 * @param date the answer's `Date`: with it, the clocks of service and client need not agree. Default: now.
 */
export function retryAfterSeconds(
  asked: string | null | undefined,
  date: string | null | undefined,
): number | null {
  const text = asked?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const untilMs = DATE.test(text) ? Date.parse(text) : Number.NaN
  const seconds = (untilMs - (Date.parse(date ?? '') || Date.now())) / 1000
  return seconds > 0 ? Math.ceil(seconds) : null
}
