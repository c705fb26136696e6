import type { Middleware } from './middleware.ts'

/** Tells whether the body of a purchase was seen before. */
export function repeats(): (request: Request) => Promise<boolean> {
  const seen = new Set<string>()
  return async (request) => {
    const body = await request.clone().text()
    const isRepeated = seen.has(body)
    seen.add(body)
    return isRepeated
  }
}

/** Changes the answer to a body that was seen before. */
export function onRepeat(change: (body: Record<string, unknown>) => unknown): Middleware {
  const repeated = repeats()
  return async (request, forward, operation) => {
    if (operation !== 'createOrder') return forward(request)
    const isRepeated = await repeated(request)
    const response = await forward(request)
    return isRepeated && response.ok
      ? Response.json(change((await response.json()) as Record<string, unknown>))
      : response
  }
}
