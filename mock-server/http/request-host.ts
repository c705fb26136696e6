import type { IncomingMessage } from 'node:http'

/** A path; a backslash in it is a slash to some and a character to others. */
const ORIGIN_FORM = /^\/[^\\?]*(?:\?|$)/
const ABSOLUTE_FORM = /^https?:\/\/([^/?#\\]*)[^\\?]*(?:\?|$)/

/**
 * Makes the check that decides for every way into a mock what a host is: a request names one, once, as a URL writes it,
 * and so does a target in absolute form (RFC 9112, sections 3.2 and 3.2.2).
 *
 * @example
 * const isAddressed = hostCheck()
 * isAddressed({ url: '/ping', headers: { host: '127.1' } }) // false: a URL has 127.0.0.1 for it
 */
export function hostCheck(): (request: Pick<IncomingMessage, 'url' | 'headers'>) => boolean {
  let latest = ''
  const isOne = (host: string): boolean => {
    // Nearly every request names the host that the one before it named.
    if (host !== latest && !isHost(host)) return false
    latest = host
    return host !== ''
  }
  return ({ url = '', headers }) => {
    if (!isOne(headers.host ?? '')) return false
    return ORIGIN_FORM.test(url) || isHost(ABSOLUTE_FORM.exec(url)?.[1] ?? '')
  }
}

/** Whether a text is a host, with a port or without one, and reads the same to everybody. */
function isHost(text: string): boolean {
  const { host } = URL.parse(`http://${text}`) ?? { host: '' }
  const spelt = text.toLowerCase()
  return host !== '' && (spelt === host || spelt === `${host}:80`)
}
