import { createApp } from '../../mock-server/app.ts'
import type { MockOptions } from '../../mock-server/mock.ts'
import { type ServedMock, serveFetch } from '../../mock-server/serve.ts'
import { type Forward, type Middleware, operationOf } from './middleware.ts'

/** Serves the mock behind a change, over a real socket. */
export function serveChanged(change: Middleware, options: MockOptions = {}): Promise<ServedMock> {
  const app = createApp(options)
  return serveFetch((request: Request, transport: object) => {
    const forward: Forward = async (forwarded, changed) => app.fetch(forwarded, { ...transport, ...changed })
    return change(request, forward, operationOf(request))
  })
}
