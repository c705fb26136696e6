import type { ConformingServer } from './broken-server.ts'
import { lookedUpReference, type Middleware, purchaseIn, refusal } from './middleware.ts'

/** What a service sees of a request before it serves it. */
type Seen = {
  readonly request: Request
  /** The reference of a purchase or of a lookup. */
  readonly reference: string | undefined
  readonly isPurchase: boolean
  readonly header: (name: string) => string
}

/** Refuses with a status what it does not take, before it does anything else. */
function refusing(status: number, isTaken: (seen: Seen) => boolean): ConformingServer['change'] {
  return (): Middleware => async (request, forward, operation) => {
    const isPurchase = operation === 'createOrder'
    const bought = isPurchase ? await purchaseIn(request) : undefined
    const reference =
      bought?.partnerReference ?? (operation === 'lookupOrder' ? lookedUpReference(request) : undefined)
    const header = (name: string) => request.headers.get(name) ?? ''
    return isTaken({ request, reference, isPurchase, header }) ? forward(request) : refusal(status)
  }
}

const references = (status: number, pattern: RegExp) =>
  refusing(status, ({ reference, isPurchase }) => !isPurchase || pattern.test(reference ?? 'A'))
const header = (status: number, name: string, pattern: RegExp) =>
  refusing(status, (seen) => pattern.test(seen.header(name)))

/** Servers that limit how requests are written, as a service may, and must pass. */
export const CONFORMING_LIMITS: readonly ConformingServer[] = [
  {
    name: 'a reference has letters, digits, colons and hyphens (400)',
    change: references(400, /^[A-Za-z\d:-]+$/),
  },
  { name: 'a reference is plain (422)', change: references(422, /^[\w:.~-]+$/) },
  { name: 'a reference is of ASCII (422)', change: references(422, /^[\0-\x7f]+$/) },
  { name: 'a reference has no plus (400)', change: references(400, /^[^+]+$/) },
  { name: 'a reference has up to 64 characters (422)', change: references(422, /^.{1,64}$/u) },
  { name: 'a reference has up to 50 characters (413)', change: references(413, /^.{1,50}$/u) },
  { name: 'a reference has up to 32 characters (400)', change: references(400, /^.{1,32}$/u) },
  {
    name: 'a reference is plain, and has up to 40 characters (422)',
    change: references(422, /^[\w:.~-]{1,40}$/),
  },
  { name: 'a reference has up to 24 characters (400)', change: references(400, /^.{1,24}$/u) },
  { name: 'a reference has up to 27 characters (400)', change: references(400, /^.{1,27}$/u) },
  { name: 'a reference has no hyphen (400)', change: references(400, /^[A-Za-z\d:]+$/) },
  {
    name: 'a reference is a prefix and a label of up to 24 characters (422)',
    change: references(422, /^(?=.{1,24}$)[A-Z\d]+:[A-Za-z\d-]+$/),
  },
  { name: 'a reference has no lower-case letters (422)', change: references(422, /^[^a-z]+$/) },
  {
    name: 'a reference has up to 20 capitals, digits and colons (400)',
    change: references(400, /^[A-Z\d:]{1,20}$/),
  },
  { name: 'a reference is capitals and a number (422)', change: references(422, /^[A-Z]{2,12}:\d{1,18}$/) },
  { name: 'a label has no capitals (422)', change: references(422, /^[A-Z]+:[a-z\d-]+$/) },
  { name: 'no charset is taken (415)', change: header(415, 'Content-Type', /^[^;]*$/) },
  { name: 'no charset is taken (400)', change: header(400, 'Content-Type', /^[^;]*$/) },
  { name: 'no chunked body is taken (411)', change: header(411, 'Transfer-Encoding', /^$/) },
  { name: 'no chunked body is taken (501)', change: header(501, 'Transfer-Encoding', /^$/) },
  {
    name: 'neither a charset nor a chunked body is taken (400)',
    change: refusing(
      400,
      (seen) => !/;/.test(seen.header('Content-Type')) && seen.header('Transfer-Encoding') === '',
    ),
  },
  { name: 'JSON must be accepted by name, or nothing named (406)', change: header(406, 'Accept', /^$|json/) },
  { name: 'JSON must be accepted by name (406)', change: header(406, 'Accept', /json/) },
  { name: 'no media type is accepted by name (406)', change: header(406, 'Accept', /^(?!.*json)/) },
  { name: 'Python is shut out (403)', change: header(403, 'User-Agent', /^(?!python)/) },
  {
    name: 'libraries that it knows are shut out (403)',
    change: header(403, 'User-Agent', /^(?!python|okhttp)/),
  },
  {
    name: 'a content coding must be accepted (400)',
    change: header(400, 'Accept-Encoding', /^(?!identity)/),
  },
  {
    name: 'headers have up to 160 characters (431)',
    change: refusing(
      431,
      ({ request }) =>
        [...request.headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0) <= 160,
    ),
  },
  { name: 'a burst of six is one too many (429)', change: inBursts(429) },
  { name: 'a burst of six is one too many (403)', change: inBursts(403) },
]

const BURST = 6

/** Serves so many requests within a moment, and asks the next one to come a second later. */
function inBursts(status: number): ConformingServer['change'] {
  return (clock): Middleware => {
    let burst = { at: clock.now(), calls: 0 }
    return async (request, forward) => {
      if (clock.now() - burst.at >= 1000) burst = { at: clock.now(), calls: 0 }
      burst.calls += 1
      if (burst.calls <= BURST) return forward(request)
      return new Response(null, { status, headers: { 'Retry-After': '1' } })
    }
  }
}
