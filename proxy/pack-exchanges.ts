import { type Exchange, exchangeSchema } from '../contract/wire/exchange.ts'

/**
 * Exchanges as one JSON text, in which what several of them have in common stands once: headers and bodies of most answers
 * are those of the answer before. In a file, it is the bytes that cost time.
 */
export function packed(exchanges: readonly Exchange[]): string {
  const places = new Map<unknown, number>()
  const list = exchanges.map((exchange) =>
    withParts(exchange, (part) => {
      const known = places.get(part) ?? places.size
      if (known === places.size) places.set(part, known)
      return known
    }),
  )
  return JSON.stringify({ parts: [...places.keys()], exchanges: list })
}

/** The exchanges of a text that {@link packed} wrote. */
export function unpacked(json: string): Exchange[] {
  const { parts, exchanges } = JSON.parse(json)
  return exchanges.map((one: Exchange) =>
    exchangeSchema.parse(withParts(one, (place) => parts[Number(place)])),
  )
}

/** An exchange with something else in the place of each part that others may have in common with it. */
function withParts({ request, response, upstream, ...rest }: Exchange, of: (part: unknown) => unknown) {
  const answer = (one: Exchange['response']) =>
    one && { ...one, headers: of(one.headers), body: of(one.body) }
  return {
    ...rest,
    request: { ...request, headers: of(request.headers) },
    response: answer(response),
    ...(upstream && { upstream: { ...upstream, response: answer(upstream.response) } }),
  }
}
