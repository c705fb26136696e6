import { describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'

const ORIGIN = 'https://page.example'
const CALLS = [
  ['GET', '/ping'],
  ['GET', '/products'],
  ['GET', '/balance'],
  ['POST', '/orders'],
  ['GET', '/orders/TEST:1'],
  ['GET', '/none'],
  ['GET', '/__mock/health'],
  ['POST', '/__mock/clock'],
] as const

function corsHeaders(answer: Response): string[] {
  return [...answer.headers.keys()].filter((name) =>
    /^(access-control|timing-allow|cross-origin)-/.test(name),
  )
}

describe.each(CALLS)('a page that asks for %s %s', (method, path) => {
  test('reads nothing of the answer: no header allows it', async () => {
    const headers = {
      Origin: ORIGIN,
      Authorization: 'Bearer pk_test_page',
      'Content-Type': 'application/json',
    }
    const answer = await createApp().request(path, { method, headers })
    expect(corsHeaders(answer)).toEqual([])
  })

  test.each([{}, { Authorization: 'Bearer pk_test_page' }])(
    'may not even ask: its preflight with %j is refused',
    async (credentials) => {
      const headers = {
        Origin: ORIGIN,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization, content-type, mock-admin-token',
        'Access-Control-Request-Private-Network': 'true',
        ...credentials,
      }
      const answer = await createApp().request(path, { method: 'OPTIONS', headers })
      expect(answer.ok).toBe(false)
      expect(corsHeaders(answer)).toEqual([])
      expect(answer.headers.has('Allow')).toBe(false)
    },
  )
})
