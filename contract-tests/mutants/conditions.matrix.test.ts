import { expect, test } from 'vitest'
import { judgeAll } from './matrix.ts'
import type { Middleware } from './middleware.ts'

/** A server whose lookups have their summary one level too high, where a request says so. */
function flat(isFlat: (request: Request) => boolean): () => Middleware {
  return () => async (request, forward, operation) => {
    const isStruck = operation === 'lookupOrder' && isFlat(request)
    const response = await forward(request)
    if (!isStruck || !response.ok) return response
    const { data } = (await response.json()) as { data: { order: object } }
    return Response.json({ data: data.order })
  }
}

const inTurn = (every: number) => () => {
  let lookups = 0
  return flat(() => {
    lookups += 1
    return lookups % every === 0
  })()
}

async function conditions(change: () => Middleware) {
  const [judged] = await judgeAll([{ name: 'a server', change }])
  expect(judged?.blamed).toEqual(['lookup-position'])
  return judged?.conditions
}

test('a fault that waits for two forms together is named by both', async () => {
  const both = flat(({ headers }) => headers.get('Accept') === '*/*' && headers.get('Connection') === 'close')
  const words = 'any media type is accepted, and the request has a connection of its own'
  expect(await conditions(both)).toEqual([words])
})

test.each([2, 5])('of a server that fails each %ith time no form is named', async (every) => {
  expect(await conditions(inTurn(every))).toEqual([])
})
