import type { Exchange } from '../../contract/wire/exchange.ts'

/** A client may flood: only the exchanges that decide a verdict are shown, not all that would also decide it. */
const MOST = 4
const LONGEST_BODY = 2000

/** The exchanges that a report shows for a check: few, their bodies in part where they are long. */
export function evidenceOf(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.slice(0, MOST).map(({ request, response, ...exchange }) => ({
    ...exchange,
    request: { ...request, body: request.body === null ? null : shortened(request.body) },
    response: response === null ? null : { ...response, body: shortened(response.body) },
  }))
}

function shortened(body: string): string {
  const left = body.length - LONGEST_BODY
  return left <= 0 ? body : `${body.slice(0, LONGEST_BODY).toWellFormed()}… (${left} more characters)`
}
