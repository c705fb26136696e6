import type { Exchange } from '../contract/wire/exchange.ts'

type Headers = Exchange['request']['headers']
type Response = NonNullable<Exchange['response']>
type Upstream = NonNullable<Exchange['upstream']>

/** Headers; or their place among the different ones of a row, in the order in which they are read. */
type OnceHeaders = Headers | number
type OnceResponse = (Omit<Response, 'headers'> & { readonly headers: OnceHeaders }) | null

/**
 * An exchange as it stands in a row of a file: what it has in common with those before it in the row is not written again,
 * since to write a file costs by its length. One that has everything is read, too, as an earlier kit wrote it.
 */
export type Written = Omit<Exchange, 'request' | 'response' | 'upstream'> & {
  readonly request: Omit<Exchange['request'], 'headers'> & { readonly headers: OnceHeaders }
  readonly upstream?: Omit<Upstream, 'response'> & { readonly response: OnceResponse }
  /** Of the target's own answer only when it was handed on, in milliseconds of the recording. */
  readonly response: OnceResponse | number
}

/** Makes the exchanges of one row fit to be written, in their order. */
export function rowWriter(): (exchange: Exchange) => Written {
  const places = new Map<Headers, number>()
  const once = (headers: Headers): OnceHeaders => {
    const place = places.get(headers)
    if (place === undefined) places.set(headers, places.size)
    return place ?? headers
  }
  const onceIn = (response: Response | null) => response && { ...response, headers: once(response.headers) }
  return ({ request, upstream, response, ...own }) => ({
    ...own,
    request: { ...request, headers: once(request.headers) },
    ...(upstream && { upstream: { ...upstream, response: onceIn(upstream.response) } }),
    response: isHandedOn(response, upstream?.response) ? response.answeredMs : onceIn(response),
  })
}

/** Reads the exchanges of one row, in their order. */
export function rowReader(): (written: Written) => Exchange {
  const all: Headers[] = []
  const whole = (headers: OnceHeaders): Headers => {
    if (typeof headers === 'number') return all[headers] ?? {}
    all.push(headers)
    return headers
  }
  const wholeIn = (response: OnceResponse) => response && { ...response, headers: whole(response.headers) }
  return ({ request: { headers, ...request }, upstream, response, ...own }) => {
    const asked = { ...request, headers: whole(headers) }
    const answered = upstream && { ...upstream, response: wholeIn(upstream.response) }
    const handedOn =
      typeof response === 'number'
        ? answered?.response && { ...answered.response, answeredMs: response }
        : wholeIn(response)
    return { ...own, request: asked, response: handedOn ?? null, ...(answered && { upstream: answered }) }
  }
}

function isHandedOn(response: Response | null, answer: Response | null | undefined): response is Response {
  if (response === null || answer == null) return false
  const { status, headers, body } = answer
  return response.status === status && response.headers === headers && response.body === body
}
