import autocannon from 'autocannon'
import { CONNECTIONS, HEADERS, type MeasuredOperation } from '../operations.ts'

export type Load = { readonly port: number; readonly operation: MeasuredOperation; readonly seconds: number }

export type LoadResult = { readonly requestsPerSecond: number; readonly p99Ms: number }

/**
 * Sends an operation to a server of this machine for some seconds, over connections that are kept alive.
 *
 * @throws {Error} when an answer is no 2xx, or a connection fails. A server that answers nothing has 0 requests a second.
 */
export async function putLoad({ port, operation, seconds }: Load): Promise<LoadResult> {
  const { method, path, body } = operation
  const began = performance.now()
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    // The duration is looked at this often, in milliseconds.
    sampleInt: 50,
    method,
    headers: { ...HEADERS, ...(body && { 'Content-Type': 'application/json' }) },
    requests: [{ path, ...(body && { setupRequest: (request) => ({ ...request, body: body() }) }) }],
  })
  const took = (performance.now() - began) / 1000
  const { non2xx, errors, timeouts } = result
  if (non2xx + errors + timeouts > 0)
    throw new Error(
      `${operation.title}: every request must be answered with 2xx; found ${non2xx} other answers, ${errors} errors, ${timeouts} timeouts on port ${port}. The run counts for nothing.`,
    )
  return { requestsPerSecond: result['2xx'] / took, p99Ms: result.latency.p99 }
}
