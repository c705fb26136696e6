import type { Decisions, PlainRequest } from '../client/decisions.ts'
import type { Variation } from './variation.ts'

const lookups = (change: (request: PlainRequest) => PlainRequest): Partial<Decisions> => ({
  request: (_, request) => (request.operation === 'lookup' ? change(request) : request),
})

/** Clients that answer a gap differently from the profile, so that the mock can't serve them further. */
export const ASSUMING: readonly Variation[] = [
  {
    says: 'has its key in a header of another profile',
    gap: 'key-transport',
    change: {
      request: (_, { headers: { authorization, ...headers }, ...request }, key) => ({
        ...request,
        headers: { ...headers, 'x-api-key': key },
      }),
    },
  },
  {
    says: 'looks up by a query',
    gap: 'lookup-operation',
    change: lookups((request) => ({
      ...request,
      path: request.path.replace('/orders/', '/orders?partnerReference='),
    })),
  },
  {
    says: 'looks up at another path',
    gap: 'lookup-operation',
    change: lookups((request) => ({ ...request, path: request.path.replace('/orders/', '/purchases/') })),
  },
  {
    says: 'looks up by a POST',
    gap: 'lookup-operation',
    change: lookups(({ path, headers, ...request }) => ({
      ...request,
      method: 'POST',
      path: '/orders/lookup',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ partnerReference: decodeURIComponent(path.replace('/orders/', '')) }),
    })),
  },
]
