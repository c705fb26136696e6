import { expect, test } from 'vitest'
import { mockWithKey } from '../testing/behaviour/sandbox.fixture.ts'

const KEY = 'pk_test_admin'
const TOO_FAR = 366 * 24 * 3600 + 1

/** Bodies, as text or as JSON. */
const CLOCK: readonly (string | object)[] = [
  ...['', '{', '[]', `{"key":"${KEY}","advanceSeconds":1e999}`],
  ...[{ advanceSeconds: 1 }, { key: KEY }],
  ...['pk_live_admin', 'pk_test_'].map((key) => ({ key, advanceSeconds: 1 })),
  ...[-1, '1', TOO_FAR].map((advanceSeconds) => ({ key: KEY, advanceSeconds })),
  ...[{ now: 0 }, { freeze: true }].map((more) => ({ key: KEY, advanceSeconds: 1, ...more })),
  ...[{ freeze: false }, { speed: 0 }, { speed: -1 }].map((change) => ({ key: KEY, ...change })),
]

const FAULTS = 'lost-before, lost-after, cut, stalled, trickle, unavailable'
const NEXT: readonly (readonly [body: string | object, found: string])[] = [
  [{ key: KEY, fault: 'lost' }, 'Found the fault \\"lost\\".'],
  [{ key: KEY }, 'Found the fault nothing.'],
  [{ key: KEY, fault: 'pk_test_secret' }, 'Found the fault \\"[key]\\".'],
  [{ key: 'sk_live_secret', fault: 'cut' }, 'Found no TEST key'],
  [{ key: KEY, fault: 'cut', times: 2 }, 'Found \\"times\\"'],
  [{ key: KEY, fault: 'cut', on: 'ping' }, 'Found the operation \\"ping\\" in \\"on\\".'],
  [{ key: KEY, fault: 'cut', at: 0 }, 'Found 0 in \\"at\\".'],
  ['"text"', 'Found no JSON object.'],
]

const FILTERS = ['operation=cancel', 'status=abc', 'key=x', 'effect=bought', 'afterSeq=-1']
const WAITS = ['count=0', 'timeoutSeconds=-1', 'timeoutSeconds=601', 'count=many']

type Row = readonly [call: string, body: string | object | undefined, says: readonly string[]]

const REFUSED: readonly Row[] = [
  ...CLOCK.map((body): Row => ['POST clock', body, ['advanceSeconds']]),
  ...NEXT.map(([body, found]): Row => ['POST next', body, [found, FAULTS]]),
  ...['', '{}', '{"key":"pk_live_1"}', '{"key":"pk_test_1","all":true}'].map(
    (body): Row => ['POST reset', body, ['key']],
  ),
  ['POST top-up', { key: KEY, amount: '0' }, ['an amount above 0']],
  ['POST top-up', { key: KEY, amount: '1.234' }, ['no more decimals than the currency has']],
  ['POST top-up', { key: KEY, amount: -5 }, ['\\"amount\\": \\"100.00\\"']],
  ['POST revoke', { key: KEY }, ['\\"revoked\\": true']],
  ['POST allowlist', { key: KEY, allowlist: ['everyone'] }, ['IPv4 or IPv6 addresses or CIDR blocks']],
  ['POST allowlist', { key: KEY, allowlist: [], more: 1 }, ['null to accept every address']],
  ...FILTERS.map((query): Row => [`GET journal?${query}`, undefined, ['partnerReference']]),
  ...WAITS.map((query): Row => [`GET journal/wait?${query}`, undefined, []]),
  [`GET next?key=${KEY}`, undefined, ['must not be in a URL']],
  ['GET next', undefined, []],
]

test.each(REFUSED)(
  '%s with the body %j is refused with what to send, and changes nothing',
  async (call, given, says) => {
    const { mock } = mockWithKey()
    const [method = '', path = ''] = call.split(' ')
    const ask = (to: string, body: string) => mock.app.request(`/__mock/${to}`, { method: 'POST', body })
    const body = typeof given === 'object' ? JSON.stringify(given) : given
    const answer = await mock.app.request(`/__mock/${path}`, { method, ...(body !== undefined && { body }) })
    const text = await answer.text()
    expect([answer.status, text]).toEqual([400, expect.stringMatching(/error/)])
    for (const words of says) expect(text).toContain(words)
    expect(text).not.toContain('secret')
    const untouched = await ask('clock', JSON.stringify({ key: KEY, advanceSeconds: 0 }))
    expect(await untouched.json()).toMatchObject({ now: '2026-01-01T00:00:00.000Z', frozen: false, speed: 1 })
  },
)

test('a body that is too large is refused, even if an empty one would be accepted', async () => {
  const { sandbox, mock } = mockWithKey()
  await sandbox.buy('SCENARIO-AT-ONCE')
  const headers = { Authorization: `Bearer ${sandbox.key}` }
  const reset = (body: string) => mock.app.request('/__mock/reset', { method: 'POST', headers, body })
  expect((await reset(' '.repeat(5_000))).status).toBe(400)
  expect(await sandbox.balance()).toBe(497_500)
  expect((await reset('')).status).toBe(204)
  expect(await sandbox.balance()).toBe(500_000)
})
