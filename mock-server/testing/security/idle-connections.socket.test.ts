import { expect, test } from 'vitest'
import { serve } from '../../serve.ts'
import { newKey } from '../behaviour/sandbox.fixture.ts'
import { openSocket } from './open-socket.fixture.ts'

test('a connection over which nothing more is asked is closed after a while, without a word', async () => {
  const mock = await serve({ limits: { idleMs: 20 } })
  const socket = await openSocket(mock.url)
  socket.send(`GET /ping HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${newKey()}\r\n\r\n`)
  const text = await socket.ended
  expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200'])
  socket.destroy()
  await mock.close()
})
