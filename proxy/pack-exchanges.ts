import { type Exchange, exchangeSchema } from '../contract/wire/exchange.ts'

type Answer = NonNullable<Exchange['response']>

/**
 * Exchanges as one JSON text, in which what several of them have in common stands once: headers and bodies of most answers
 * are those of the answer before. In a file, it is the bytes that cost time.
 */
export function packed(exchanges: readonly Exchange[]): string {
  const places = new Map<unknown, number>()
  const place = (part: unknown) => {
    const known = places.get(part)
    if (known !== undefined) return known
    places.set(part, places.size)
    return places.size - 1
  }
  const answer = (one: Answer | null) => one && { ...one, headers: place(one.headers), body: place(one.body) }
  const list = exchanges.map(({ request, response, upstream, ...rest }) => ({
    ...rest,
    request: { ...request, headers: place(request.headers) },
    response: answer(response),
    ...(upstream && { upstream: { ...upstream, response: answer(upstream.response) } }),
  }))
  return JSON.stringify({ parts: [...places.keys()], exchanges: list })
}

/** The exchanges of a text that {@link packed} wrote. */
export function unpacked(json: string): Exchange[] {
  const { parts, exchanges } = JSON.parse(json)
  const answer = (one: Record<'headers' | 'body', number> | null) =>
    one && { ...one, headers: parts[one.headers], body: parts[one.body] }
  // biome-ignore lint/suspicious/noExplicitAny: the schema looks at what becomes of it.
  return exchanges.map(({ request, response, upstream, ...rest }: any) =>
    exchangeSchema.parse({
      ...rest,
      request: { ...request, headers: parts[request.headers] },
      response: answer(response),
      ...(upstream && { upstream: { ...upstream, response: answer(upstream.response) } }),
    }),
  )
}
