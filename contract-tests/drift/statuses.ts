/** Whether a status is temporary: too slow, too many requests, out of order. */
export function isOfTheMoment(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** Whether a status refuses the request itself: sent again, it is refused again. */
export function isRefusal(status: number): boolean {
  return status >= 400 && !isOfTheMoment(status)
}
