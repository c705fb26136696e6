import type { Profile } from '../../contract/profile/profile.ts'
import { REDACTED } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { operationsOf } from '../../contract/wire/operations.ts'
import { CHANGE_LOOKUP, callOf, spellingWords } from '../lookups.ts'
import type { Rules } from '../rule-finding.ts'
import { quoteName } from '../trial.ts'

export const SENDING = {
  /** §4: the body of a purchase is a JSON object with its two fields, both strings, and no others. */
  'exactly-two-fields': ({ purchases, misshapen }) => {
    const readable = purchases.filter(({ exchange }) => exchange.request.body !== null)
    return [
      misshapen.map(({ purchase, kind, words }) => ({
        broken: `${words} A purchase is a JSON object of partnerReference and sku, both strings.`,
        breaks: purchase.exchange,
        mistake: kind,
      })),
      readable.map(({ exchange }) => ({ kept: true, evidence: [exchange] })),
      { notObserved: 'No purchase with a readable body was sent.' },
    ]
  },
  /**
   * §2: the reference is a literal, stable string of the shape `<PREFIX>:<order_label>`. This rule judges its shape,
   * and its spelling in a lookup. `retry-identical-body` and `timeout-is-not-failure` judge that a retry has the same
   * one.
   */
  'stable-reference': ({ purchases, otherLookups }) => {
    const sent = purchases.filter(({ reference }) => reference !== undefined)
    const first = sent.slice(0, 1).map(({ exchange }) => exchange)
    const odd = sent.filter(({ reference = '' }) => !SHAPE.test(reference))
    return [
      odd.map(({ reference, exchange }) => ({
        broken: `The reference ${quoteName(reference)} is not of the shape <PREFIX>:<order_label>, such as SHOP:1001.`,
        breaks: exchange,
      })),
      (sent.length > 0 ? otherLookups.misspelled : []).map((lookup) => ({
        broken: `A lookup spelled the reference differently from the purchase: ${spellingWords(lookup)}`,
        breaks: lookup.exchange,
        evidence: first,
        restsOn: ['lookup-operation'],
        mistake: 'respelled',
      })),
      first.map((exchange) => ({ kept: true, evidence: [exchange] })),
      { notObserved: 'No purchase with a reference was sent.' },
    ]
  },
  /**
   * §5.1: the key travels in the header that the profile names, and from a server.
   *
   * A key that is only ever sent in another header is another answer to a gap (§5.4), and breaks nothing. A recording
   * redacts every key, and every value of a cookie or credential header: the service sets no cookie, and accepts none.
   */
  'key-stays-on-server': ({ trial: { exchanges }, profile }) => {
    const restsOn = ['key-transport'] as const
    const { header } = profile.auth
    const sent = exchanges.filter((exchange) => carriesKey(exchange, profile))
    const misplaced = exchanges.flatMap((exchange) => misplacedIn(exchange, profile) ?? [])
    const elsewhere = misplaced.filter(({ mistake }) => mistake !== 'key-in-header')
    const isBroken = sent.length + elsewhere.length > 0
    return [
      (isBroken ? [...elsewhere, ...misplaced] : []).map(({ exchange, place, mistake }) => ({
        broken: `The key is in the ${place}. It belongs only in the header ${header}.`,
        breaks: exchange,
        restsOn,
        mistake,
      })),
      exchanges.flatMap((exchange) => {
        const header = browserHeaderOf(exchange, profile)
        const broken = `The key came from a browser: the request has the header ${header}, which a server does not send.`
        return header === undefined ? [] : { broken, breaks: exchange, restsOn, mistake: 'key-in-browser' }
      }),
      misplaced.map(({ exchange, place }) => ({
        notObserved: `The key is in the ${place}. This profile expects it in ${header}. If the service accepts it there, change auth in the profile.`,
        evidence: [exchange],
        restsOn,
      })),
      sent.map((exchange) => ({ kept: true, evidence: [exchange], restsOn })),
      { notObserved: 'No request carried a key.', restsOn },
    ]
  },
  /**
   * §4: the client calls only the documented operations. A possible lookup at another path than the profile's is not
   * one of them, but does not break the clause: the reference documents a lookup, but not its path (gap
   * `lookup-operation`).
   */
  'documented-operations-only': ({ trial, profile, otherLookups: { elsewhere, misspelled } }) => {
    const restsOn = ['lookup-operation'] as const
    // HEAD and OPTIONS ask for no more than a documented GET does, or for the server's options (RFC 9110, section 9.3).
    const asked = trial.exchanges.filter(({ request }) => !['HEAD', 'OPTIONS'].includes(request.method))
    const unknown = asked.filter(({ operation }) => operation === null)
    const wrong = unknown.filter((call) => elsewhere.includes(call))
    const meant = [...elsewhere, ...misspelled.map(({ exchange }) => exchange)]
    const foreign = unknown.filter((call) => !meant.includes(call))
    return [
      foreign.map((call) => ({
        broken: `It called ${callOf(call)}, which is not a documented operation.${meantWords(call, profile)}`,
        breaks: call,
        restsOn,
      })),
      wrong.map((call) => ({
        notObserved: `It called ${callOf(call)}, which is not the lookup of this profile. ${CHANGE_LOOKUP}`,
        evidence: [call],
        restsOn,
      })),
      asked.map((call) => ({ kept: true, evidence: [call], restsOn })),
      { notObserved: 'No request arrived.' },
    ]
  },
} satisfies Rules

/**
 * `SHOP:1001`: a prefix, a colon and the label of the order. They may contain blanks, since the reference only shows an
 * example of the shape.
 */
const SHAPE = /^[^:]*\S[^:]*:.*\S/su

function meantWords({ nearMiss }: Exchange, profile: Profile): string {
  if (nearMiss === null) return ''
  const { method, path } = operationsOf(profile)[nearMiss.operation]
  return ` Did you mean ${method} ${path}? ${nearMiss.differs[0]}`
}

/** This header is meant for a proxy, and always redacted. Its mark does not prove that it held a key of the service. */
const TELLS_NOTHING = 'proxy-authorization'

/** Headers that a browser sets itself. `Sec-Fetch-Mode` is not among them, since Node's fetch sends it, too. */
const OF_A_BROWSER = ['origin', 'referer', 'sec-fetch-site', 'sec-fetch-dest']

function carriesKey({ request }: Exchange, { auth }: Profile): boolean {
  return request.headers[auth.header.toLowerCase()]?.includes(REDACTED) === true
}

function misplacedIn(exchange: Exchange, { auth }: Profile) {
  const { target, body, headers } = exchange.request
  if (target.includes(REDACTED)) return { exchange, place: 'URL', mistake: 'key-in-url' as const }
  if (body?.includes(REDACTED)) return { exchange, place: 'body', mistake: 'key-in-body' as const }
  const allowed = [auth.header.toLowerCase(), TELLS_NOTHING]
  const isMarked = (name: string) => !allowed.includes(name) && `${name},${headers[name]}`.includes(REDACTED)
  const name = Object.keys(headers).find(isMarked)
  return name === undefined
    ? undefined
    : { exchange, place: `header ${name}`, mistake: 'key-in-header' as const }
}

/** The first browser header of a request that carries the key, or asks permission to carry it. */
function browserHeaderOf(exchange: Exchange, profile: Profile): string | undefined {
  const { headers } = exchange.request
  const asksFor = (headers['access-control-request-headers'] ?? '').toLowerCase().split(/\s*,\s*/)
  const hasKey = carriesKey(exchange, profile) || misplacedIn(exchange, profile)
  const mayHaveKey = hasKey || asksFor.includes(profile.auth.header.toLowerCase())
  return mayHaveKey ? OF_A_BROWSER.find((name) => headers[name] !== undefined) : undefined
}
