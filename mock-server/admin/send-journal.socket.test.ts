import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { serveFetch } from '../serve.ts'
import { listeningMock } from '../testing/behaviour/sandbox.fixture.ts'
import { collectGarbage } from '../testing/collect-garbage.fixture.ts'

const KEY = 'pk_test_sends_journals'
const CALLS = 300
const LONG = 'x'.repeat(16_000)

/** A served mock with a journal of about 5 MB. */
async function longJournal() {
  const mock = listeningMock()
  const headers = { Authorization: `Bearer ${KEY}`, 'X-Long': LONG }
  for (let call = 0; call < CALLS; call += 1) await mock.app.request('/ping', { headers })
  const { url, close } = await serveFetch(mock.app.fetch)
  return { mock, url, close }
}

const served = await longJournal()
afterAll(() => served.close())

/** Asks for a path, and reads the head of the answer alone. */
async function askOnly(url: string, path: string) {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return { socket, status: Number(chunk.toString('latin1').split(' ')[1]) }
}

test.each(['journal', 'journal.jsonl'] as const)(
  'callers of %s that read nothing cost a piece each, and are few',
  async (name) => {
    const { mock, url } = served
    const heap = () => {
      collectGarbage()
      return process.memoryUsage().heapUsed + process.memoryUsage().external
    }
    const before = heap()
    const asked = await Promise.all(Array.from({ length: 30 }, () => askOnly(url, `/__mock/${name}`)))
    expect(asked.map(({ status }) => status).sort()).toEqual([...Array(4).fill(200), ...Array(26).fill(503)])
    // All of them whole would be 150 MB.
    expect(heap() - before).toBeLessThan(60 * 1024 * 1024)
    for (const { socket } of asked) socket.destroy()
    await pause(0)
    const answer = await (await fetch(`${url}/__mock/${name}`)).text()
    const read = {
      journal: () => JSON.parse(answer).exchanges,
      'journal.jsonl': () =>
        answer
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
    }
    expect(read[name]()).toEqual(mock.journal())
  },
)
