import type { Exchange } from '../contract/exchange.ts'
import { DOCUMENTED_OPERATIONS, type OperationId } from '../contract/operations.ts'
import { type Answer, parseJson } from './answer.ts'
import type { Recorder } from './recorder.ts'

/** A `fetch` that writes down what it carries, for a client that is handed it. */
export type RecordingFetch = typeof fetch

/**
 * Wraps a `fetch` so that every exchange is noted as an answer.
 *
 * @param note is handed each answer, once it is complete.
 */
export function recordingFetch(
  recorder: Recorder,
  basePath: string,
  note: (answer: Answer) => void,
  send: typeof fetch = fetch,
): RecordingFetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const target = (url.pathname + url.search).slice(basePath.length)
    const finish = recorder.send({
      operation: operationAt(request.method, url.pathname.slice(basePath.length)),
      method: request.method,
      target,
      headers: Object.fromEntries(request.headers),
      body: typeof init?.body === 'string' ? init.body : null,
    })
    try {
      const response = await send(request)
      const text = await response.clone().text()
      const exchange = finish({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: text,
      })
      note({ exchange, status: response.status, json: parseJson(text), failure: null })
      return response
    } catch (cause) {
      note({ exchange: finish(null), status: null, json: undefined, failure: (cause as Error).message })
      throw cause
    }
  }
}

/** In a flow, whatever is no documented operation is the lookup. */
function operationAt(method: string, path: string): OperationId {
  const known = DOCUMENTED_OPERATIONS.find((operation) => {
    const pattern = operation.path.replace('{sku}', '[^/]+')
    return operation.method === method && new RegExp(`^${pattern}$`).test(path)
  })
  return known?.id ?? 'lookupOrder'
}

/** The exchanges of some answers. */
export function exchangesOf(answers: readonly Answer[]): Exchange[] {
  return answers.map((answer) => answer.exchange)
}
