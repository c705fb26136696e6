import { expect, test } from 'vitest'
import { sampleOf } from '../../contract/testing/sample.fixture.ts'
import type { SuiteRun } from './broken-server.ts'
import { BROKEN_SERVERS, judgeAll, mistakesIn } from './matrix.ts'
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

async function conditions(change: () => Middleware, run: SuiteRun = 'default') {
  const [judged] = await judgeAll([{ name: 'a server', change }], run)
  expect(judged?.blamed).toEqual(['lookup-position'])
  return judged?.conditions
}

test('a fault that waits for two forms together is named by both', async () => {
  const both = flat(({ headers }) => headers.get('Accept') === '*/*' && headers.get('Connection') === 'close')
  const words = 'any media type is accepted, and the request has a connection of its own'
  expect(await conditions(both)).toEqual([words])
})

// The answer to an abandoned purchase comes late, but the identical body after it is the repeat.
test('a form that the first body after an abandoned one wears is named where the others are served in it', async () => {
  const names = ['buys again: a charset', 'refuses with 409: the User-Agent okhttp']
  const judged = await judgeAll(
    BROKEN_SERVERS.filter(({ name }) => names.includes(name)),
    'default',
  )
  expect(judged.map((one) => mistakesIn(one, 'default'))).toEqual([[], []])
})

test.for(sampleOf([2, 3, 4, 5, 6, 7], 3))(
  'of a server that fails each %ith time no form is named',
  async (every) => {
    expect(await conditions(inTurn(every))).toEqual([])
  },
)

test('of a server that fails always no form is named', async () => {
  expect(await conditions(flat(() => true))).toEqual([])
})
