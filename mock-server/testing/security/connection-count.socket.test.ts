import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../http/connection-limits.ts'
import { type ServedMock, serve } from '../../serve.ts'
import { newKey } from '../behaviour/sandbox.fixture.ts'
import { type OpenSocket, openSocket } from './open-socket.fixture.ts'

const ping = () => `GET /ping HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${newKey()}\r\n\r\n`

/** A connection over which a ping was served, and which is kept. */
async function served(mock: ServedMock): Promise<OpenSocket> {
  const socket = await openSocket(mock.url)
  socket.send(ping())
  await socket.received(/"mode":"TEST"/)
  return socket
}

/** Tries until a connection is taken: the mock learns a moment later that another one has gone. */
async function servedAtLast(mock: ServedMock): Promise<OpenSocket> {
  return served(mock).catch(() => servedAtLast(mock))
}

describe('one connection above the limit', () => {
  test('is closed without an answer, and the others go on', async () => {
    const mock = await serve({ limits: { connections: 2 } })
    const kept = [await served(mock), await served(mock)]
    const refused = await openSocket(mock.url)
    refused.send(ping())
    expect(await refused.ended).toBe('')
    for (const socket of kept) {
      socket.send(ping())
      await socket.received(/"mode":"TEST".*"mode":"TEST"/s)
      socket.destroy()
    }
    await mock.close()
  })

  test('is served as soon as another one has gone', async () => {
    const mock = await serve({ limits: { connections: 1 } })
    const first = await served(mock)
    first.destroy()
    const second = await servedAtLast(mock)
    second.destroy()
    await mock.close()
  })
})

test('a caller that was cut off holds no place, even if it never closes its side', async () => {
  const mock = await serve({ limits: { connections: 1, headersTimeoutMs: 300 } })
  const slow = await openSocket(mock.url)
  slow.send('GET /pi')
  expect(await slow.ended).toContain('408')
  const next = await servedAtLast(mock)
  next.destroy()
  slow.destroy()
  await mock.close()
})

test('by default the limit is some thousands', async () => {
  expect(DEFAULT_LIMITS.connections).toBeGreaterThanOrEqual(1_000)
  const mock = await serve()
  const sockets = await Promise.all(Array.from({ length: 200 }, () => served(mock)))
  for (const socket of sockets) socket.destroy()
  await mock.close()
})
