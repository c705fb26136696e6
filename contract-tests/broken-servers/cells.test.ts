import { expect, test } from 'vitest'
import type { SentRequest } from '../http/http-client.ts'
import { CELLS, PLAYED_CELLS, ScriptedService } from './cells.fixture.ts'
import { idleClock, pause } from './idle-clock.fixture.ts'
import { networkTo } from './in-process.fixture.ts'
import { KEY } from './service.fixture.ts'

test('the table has every cell, and those with a lookup and a resend are played', () => {
  expect(new Set(CELLS.map(({ cell }) => Object.values(cell).join())).size).toBe(3 * 4 * 4 * 4)
  expect(PLAYED_CELLS).toHaveLength(3 * 3 * 3 * 4)
})

test.each(PLAYED_CELLS)(
  'the scripted server plays first $cell.first, lookup $cell.lookup, resend $cell.resend, charged $cell.charged',
  async ({ cell }) => {
    const clock = idleClock()
    const { dispatch, cut } = networkTo(new ScriptedService(clock, cell), clock)
    const ask = (method: string, target: string, body: string | null = null): SentRequest => {
      return { operation: null, method, target, headers: { Authorization: `Bearer ${KEY}` }, body }
    }
    const order = (partnerReference: string) =>
      ask('POST', '/orders', JSON.stringify({ partnerReference, sku: 'GAME-10' }))
    const said = async (sent: SentRequest) => {
      const { status } = await dispatch('', sent)
      return status === 200 ? 'yes' : status < 500 ? 'no' : 'nothing'
    }
    const balance = async () => {
      const { amount } = JSON.parse((await dispatch('', ask('GET', '/balance'))).body).data.balance
      return amount === undefined ? undefined : Number(amount)
    }
    for (const ordinary of ['A:1', 'A:2', 'A:1', 'A:2']) expect(await said(order(ordinary))).toBe('yes')
    const before = await balance()
    const isAbandoned = cell.first === 'abandoned' && (await cut('', order('A:3'), 10))
    const first = isAbandoned ? 'abandoned' : await said(order('A:3'))
    await pause(clock, 3000)
    const [lookup, resend] = [await said(ask('GET', '/orders/A:3')), await said(order('A:3'))]
    const after = await balance()
    const cards = before === undefined || after === undefined ? -1 : (before - after) / 10
    const charged = ['none', 'one', 'two'][cards] ?? 'unreadable'
    expect({ first, lookup, resend, charged }).toEqual(cell)
    if (first === 'nothing' && resend === 'no') expect(await said(order('A:4'))).toBe('yes')
  },
)
