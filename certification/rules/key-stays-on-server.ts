import type { Profile } from '../../contract/profile/profile.ts'
import { REDACTED } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
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

const REPLACE = 'Replace a key that was exposed.'
const IN_URL: Advice = {
  consequence:
    'URLs are written to the logs of every server and proxy on the way: who reads one can buy with this key.',
  cause: 'The key is added to every address, or the reference is made of it.',
  remedy: `Take the key out of every URL, and send it only in the header that the profile names. ${REPLACE}`,
}
const IN_BODY: Advice = {
  consequence: 'Bodies are kept with orders and in logs: who reads one can buy with this key.',
  cause: 'The settings of the client, or an object that has the key, are sent with the purchase.',
  remedy: `Build the body from its two fields alone, and send the key only in the header. ${REPLACE}`,
}
const IN_HEADER: Advice = {
  consequence:
    'Logs and proxies leave out the header for credentials, and show others: who reads one can buy with this key.',
  cause: 'The key is sent in two ways at the same time, or is also used as an id for tracing or a session.',
  remedy: `Send the key in one header, the one that the profile names, and take it out of all others. ${REPLACE}`,
}
const IN_BROWSER: Advice = {
  consequence: 'Everyone who opens the page can read the key, and buy with it.',
  cause: 'The page calls the API itself.',
  remedy: `Let the page call your server, and only your server call the API. ${REPLACE}`,
}

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
