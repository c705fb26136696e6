import { Agent, get } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { serve, serveFetch } from '../serve.ts'

/** Reads one answer through an agent, so that the agent keeps its connection. */
function readThrough(agent: Agent, url: string): Promise<{ status: number | undefined; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      const { statusCode: status, socket } = response
      response.resume()
      response.on('end', () => resolve({ status, socket }))
    })
    request.on('error', reject)
  })
}

/** A fetch that the test lets answer, and that signals when it was called. */
function heldBack() {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const fetch = async () => {
    asked.resolve()
    await released.promise
    return new Response('at last')
  }
  return { fetch, asked: asked.promise, release: released.resolve }
}

describe('closing a served mock', () => {
  test('ends connections that are kept alive', async () => {
    const mock = await serve()
    const agent = new Agent({ keepAlive: true })
    const { socket } = await readThrough(agent, `${mock.url}/__mock/health`)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await mock.close()
    await closed
    await expect(fetch(mock.url)).rejects.toThrow(TypeError)
    agent.destroy()
  })

  test('waits for an answer in progress, and then ends its connection', async () => {
    const { fetch: held, asked, release } = heldBack()
    const served = await serveFetch(held)
    const agent = new Agent({ keepAlive: true })
    const answer = readThrough(agent, served.url)
    await asked
    const closing = served.close()
    release()
    expect((await answer).status).toBe(200)
    await closing
    agent.destroy()
  })

  test('may be called twice', async () => {
    const mock = await serve()
    await Promise.all([mock.close(), mock.close()])
    await mock.close()
  })
})
