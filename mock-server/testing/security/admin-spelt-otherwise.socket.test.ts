import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_SPELLINGS } from '../../../contract/text/admin-spellings.fixture.ts'
import { type ServedMock, serve } from '../../serve.ts'
import { newKey } from '../behaviour/sandbox.fixture.ts'
import { exchangeOverWire } from '../requests/wire-request.fixture.ts'

let own: ServedMock
let guarded: ServedMock
beforeAll(async () => {
  own = await serve()
  guarded = await serve({ adminToken: 'a-token-of-this-test' })
})
afterAll(() => Promise.all([own.close(), guarded.close()]))

test.each(ADMIN_SPELLINGS)(
  'a call to %s is answered by one and the same surface, or not at all',
  async (spelling) => {
    const request = { method: 'GET', target: `${spelling}/journal`, body: '' }
    const answer = await exchangeOverWire(own.url, request, newKey())
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toEqual({ exchanges: [], dropped: null })
    expect((await exchangeOverWire(guarded.url, request, newKey())).status).toBe(403)
  },
)
