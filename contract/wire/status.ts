/** Statuses that ask to come again (RFC 9110, section 15.5.9; RFC 8470, section 5.2; RFC 6585, section 4). */
const COME_AGAIN: readonly (number | null)[] = [408, 425, 429]

/** Whether a status is a success: any 2xx, since the reference documents no status (§7.2). */
export function is2xx(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Whether a status is about the state of the service, not about the request. */
export function isOfTheMoment(status: number): boolean {
  return COME_AGAIN.includes(status) || status >= 500
}

/** Whether a status only asks to come again: however often it comes, it refuses nothing. */
export function asksToComeAgain(
  status: number | null,
  errors: { readonly rateLimited: number; readonly unavailable: number },
): boolean {
  return (
    status === 503 ||
    COME_AGAIN.includes(status) ||
    [errors.rateLimited, errors.unavailable].includes(status ?? 0)
  )
}
