import type { Profile } from '../../contract/profile/profile.ts'
import { REDACTED } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { broken, kept, type MistakeKind, notObserved, type RuleFinding } from '../rule-finding.ts'

/** A recording always redacts this header, and it is meant for a proxy: the mark in it does not prove a key of the service. */
const TELLS_NOTHING = 'proxy-authorization'

/** Set by a browser, not by its scripts. `Sec-Fetch-Mode` alone is sent by Node's own fetch as well. */
const OF_A_BROWSER = ['origin', 'referer', 'sec-fetch-site', 'sec-fetch-dest']

/**
 * §5.1: the key travels in the header that the profile names, and from a server. One that is only ever sent in another
 * header is another answer to a gap (§5.4), and breaks nothing. A recording contains no key, but a mark
 * in its place; and a mark for every cookie and credential header, with any value: the service sets no
 * cookie, and accepts none.
 */
export function keyStaysOnServer({ trial: { exchanges }, profile }: Analysis): RuleFinding {
  const restsOn = ['key-transport'] as const
  const { header } = profile.auth
  const [sent] = exchanges.filter((exchange) => carriesKey(exchange, profile))
  const misplaced = exchanges.flatMap((exchange) => misplacedIn(exchange, profile) ?? [])
  const worst = misplaced.find(({ mistake }) => mistake !== 'key-in-header') ?? misplaced[0]
  const { place, mistake } = worst ?? {}
  if (mistake !== undefined && (sent !== undefined || mistake !== 'key-in-header')) {
    const breaks = misplaced.map(({ exchange }) => exchange)
    return broken(`The key is in the ${place}. It belongs only in the header ${header}.`, {
      breaks,
      restsOn,
      mistake,
    })
  }
  const breaks = exchanges.filter((exchange) => isFromBrowser(exchange, profile))
  const own = OF_A_BROWSER.find((name) => breaks[0]?.request.headers[name] !== undefined)
  if (own !== undefined)
    return broken(
      `The key came from a browser: the request has the header ${own}, which a server does not send.`,
      { breaks, restsOn, mistake: 'key-in-browser' },
    )
  if (worst !== undefined)
    return notObserved(
      `The key is in the ${place}. This profile expects it in ${header}. If the service accepts it there, change auth in the profile.`,
      { evidence: [worst.exchange], restsOn },
    )
  if (sent === undefined) return notObserved('No request carried a key.', { restsOn })
  // That a key was sent says so of any request, a lookup or not.
  return { ...kept({ evidence: [sent] }), restsOn }
}

function carriesKey({ request }: Exchange, { auth }: Profile): boolean {
  return request.headers[auth.header.toLowerCase()]?.includes(REDACTED) === true
}

/** A key at a wrong place: in another header, or elsewhere. */
function misplacedIn(
  exchange: Exchange,
  { auth }: Profile,
): { readonly exchange: Exchange; readonly place: string; readonly mistake: MistakeKind } | undefined {
  const { target, body, headers } = exchange.request
  if (target.includes(REDACTED)) return { exchange, place: 'URL', mistake: 'key-in-url' }
  if (body?.includes(REDACTED)) return { exchange, place: 'body', mistake: 'key-in-body' }
  const allowed = [auth.header.toLowerCase(), TELLS_NOTHING]
  const [name] =
    Object.entries(headers).find((pair) => !allowed.includes(pair[0]) && pair.join().includes(REDACTED)) ?? []
  return name === undefined ? undefined : { exchange, place: `header ${name}`, mistake: 'key-in-header' }
}

/** A request with the key; or one in which a browser asks leave to send it. */
function isFromBrowser(exchange: Exchange, profile: Profile): boolean {
  const { headers } = exchange.request
  if (!OF_A_BROWSER.some((name) => headers[name] !== undefined)) return false
  const asksFor = (headers['access-control-request-headers'] ?? '').toLowerCase().split(/\s*,\s*/)
  const hasKey = carriesKey(exchange, profile) || misplacedIn(exchange, profile) !== undefined
  return hasKey || asksFor.includes(profile.auth.header.toLowerCase())
}
