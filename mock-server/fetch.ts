import { redact } from '../contract/text/redact.ts'
import { type BaseUrl, type InProcessOptions, inProcessMock } from './in-process.ts'

export type { InProcessOptions } from './in-process.ts'

/** A `fetch` with the platform's signature. */
export type InProcessFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/**
 * A `fetch` that the mock answers, to pass to a client instead of the platform's. It intercepts nothing, and no other
 * call of the process is affected.
 *
 * @throws {TypeError} when the base address can't be used, and for a card or a scenario that does not fit. The `fetch` itself rejects
 *   with one for an address that is not below the base.
 *
 * @example
 * const fetch = createFetch({ baseUrl: 'https://api.example' })
 * const client = createClient({ baseUrl: 'https://api.example', apiKey: 'pk_test_me', fetch })
 */
export function createFetch(options: InProcessOptions): InProcessFetch {
  const { base, respond } = inProcessMock(options)
  return async (input, init) => {
    const request = new Request(input, init)
    if (base.below(request.url) === undefined) throw new TypeError(elsewhere(request, base))
    request.signal.throwIfAborted()
    return unlessAborted(request.signal, respond(request), [input, request])
  }
}

/**
 * The answer, unless the caller's signal is aborted before it is complete: then the `fetch` or its body rejects.
 *
 * @param kept what must stay in memory until then: a collected `Request` no longer follows its signal.
 */
async function unlessAborted(
  signal: AbortSignal,
  answering: Promise<Response>,
  kept: readonly unknown[],
): Promise<Response> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const answer = await Promise.race([aborted, answering]).finally(() =>
    signal.removeEventListener('abort', abort),
  )
  if (answer.body === null) return answer
  const passing = new TransformStream({ flush: () => void kept })
  return new Response(answer.body.pipeThrough(passing, { signal }), answer)
}

function elsewhere({ method, url }: Request, base: BaseUrl): string {
  return `This fetch was asked for ${redact(`${method} ${url}`)}, and answers only for what is below ${base.url}. Give the client that base address, or the mock the client's.`
}
