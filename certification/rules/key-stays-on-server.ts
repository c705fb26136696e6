import type { Profile } from '../../contract/profile/profile.ts'
import { REDACTED } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { IN_BODY, IN_BROWSER, IN_HEADER, IN_URL } from '../advice/sending.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { type Advice, broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

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
export function keyStaysOnServer({ trial, profile }: Analysis): RuleFinding {
  const sent = trial.exchanges.filter((exchange) => carriesKey(exchange, profile))
  const misplaced = trial.exchanges.flatMap((exchange) => {
    const place = misplacedIn(exchange, profile)
    return place === undefined ? [] : [{ exchange, ...place }]
  })
  const isElsewhere = sent.length === 0 && misplaced.every(({ header }) => header !== null)
  const worst = misplaced.find(({ header }) => header === null) ?? misplaced[0]
  if (worst !== undefined && !isElsewhere) {
    return broken(`${worst.words} It belongs only in the header ${profile.auth.header}.`, {
      breaks: misplaced.map(({ exchange }) => exchange),
      restsOn: ['key-transport'],
      advice: worst.advice,
    })
  }
  const fromBrowser = trial.exchanges.filter((exchange) => isFromBrowser(exchange, profile))
  if (fromBrowser.length > 0) {
    const header = OF_A_BROWSER.find((name) => fromBrowser[0]?.request.headers[name] !== undefined)
    return broken(
      `The key came from a browser: the request has the header ${header}, which a server does not send.`,
      {
        breaks: fromBrowser,
        restsOn: ['key-transport'],
        advice: IN_BROWSER,
      },
    )
  }
  if (worst !== undefined)
    return notObserved(
      `${worst.words} This profile expects it in ${profile.auth.header}. If the service accepts it there, change auth in the profile.`,
      { evidence: [worst.exchange], restsOn: ['key-transport'] },
    )
  const [first] = sent
  if (first === undefined) return notObserved('No request carried a key.', { restsOn: ['key-transport'] })
  return kept({ evidence: [first], restsOn: ['key-transport'] })
}

function carriesKey({ request }: Exchange, { auth }: Profile): boolean {
  return request.headers[auth.header.toLowerCase()]?.includes(REDACTED) === true
}

/** The wrong place of a key: in a header, or elsewhere. */
type Place = { readonly words: string; readonly header: string | null; readonly advice: Advice }

function misplacedIn({ request }: Exchange, { auth }: Profile): Place | undefined {
  if (request.target.includes(REDACTED))
    return { words: 'The key is in the URL.', header: null, advice: IN_URL }
  if (request.body?.includes(REDACTED) === true)
    return { words: 'The key is in the body.', header: null, advice: IN_BODY }
  const allowed = [auth.header.toLowerCase(), TELLS_NOTHING]
  const other = Object.entries(request.headers).find(
    ([name, value]) => !allowed.includes(name) && (value.includes(REDACTED) || name.includes(REDACTED)),
  )
  return other && { words: `The key is in the header ${other[0]}.`, header: other[0], advice: IN_HEADER }
}

/** A request with the key; or one in which a browser asks leave to send it. */
function isFromBrowser(exchange: Exchange, profile: Profile): boolean {
  const { headers } = exchange.request
  if (!OF_A_BROWSER.some((name) => headers[name] !== undefined)) return false
  const asksFor = (headers['access-control-request-headers'] ?? '').toLowerCase().split(/\s*,\s*/)
  const hasKey = carriesKey(exchange, profile) || misplacedIn(exchange, profile) !== undefined
  return hasKey || asksFor.includes(profile.auth.header.toLowerCase())
}
