import { describe, expect, test } from 'vitest'
import { serve } from '../serve.ts'
import { ListenError } from './listen.ts'

describe('what can not be listened on is refused with', () => {
  test('the port, if it is taken, and what to do', async () => {
    const mock = await serve()
    const port = Number(new URL(mock.url).port)
    const refused = await serve({ port }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ListenError)
    expect(String(refused)).toContain(`127.0.0.1:${port}`)
    expect(String(refused)).toContain('--port')
    expect((await fetch(`${mock.url}/__mock/health`)).status).toBe(200)
    await mock.close()
  })

  test('the host, if this machine has no such address', async () => {
    const refused = await serve({ host: '203.0.113.7' }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ListenError)
    expect(String(refused)).toContain('203.0.113.7')
    expect(String(refused)).toContain('--host')
  })

  test.each([-1, 65_536, 4010.5])('the port %d, which is not a port', async (port) => {
    const refused = await serve({ port }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ListenError)
    expect(String(refused)).toContain(String(port))
  })
})
