import { createApp } from '../../mock-server/app.ts'
import { type Transport, withResponse } from '../../mock-server/message/request.ts'
import type { MockOptions } from '../../mock-server/sandbox/mock.ts'
import { type ServedMock, serveFetch } from '../../mock-server/serve.ts'
import { type Forward, type Middleware, operationOf } from './middleware.ts'

/** The mock behind a change, in this process. */
export function fetchChanged(change: Middleware, options: MockOptions = {}) {
  const app = createApp(options)
  return (request: Request, transport: Transport = {}): Promise<Response> => {
    const forward: Forward = async (forwarded) => app.fetch(forwarded, withResponse(transport))
    return change(request, forward, operationOf(request))
  }
}

/** Serves the mock behind a change, over a real socket. */
export function serveChanged(change: Middleware, options: MockOptions = {}): Promise<ServedMock> {
  return serveFetch(fetchChanged(change, options))
}
