import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that the tests of a run share: where it listens, and how it is stopped. */
export type SharedServer = {
  readonly url: string
  close(): Promise<void>
}

/**
 * A server for all test files of a run, which starts when the first of them asks for it. Vitest hands its workers what
 * they share before they begin, so they get an address to ask at.
 *
 * @returns the address for {@link demand}, and how to stop the server, if it was started.
 */
export async function onDemand(start: () => Promise<SharedServer>): Promise<SharedServer> {
  let started: Promise<SharedServer> | undefined
  const asked = createServer(async (_request, response) => {
    started ??= start()
    await started.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  asked.listen(0, '127.0.0.1')
  await once(asked, 'listening')
  return {
    url: `http://127.0.0.1:${(asked.address() as AddressInfo).port}`,
    async close() {
      asked.close()
      const server = await started?.catch(() => undefined)
      await server?.close()
    },
  }
}

/**
 * The URL of a shared server, which this starts if nobody did before.
 *
 * @param address what {@link onDemand} gave.
 * @throws {Error} why the server did not start.
 */
export async function demand(address: string): Promise<string> {
  const answer = await fetch(address)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/** Makes a value once, when the first of several tests needs it. */
export function madeOnce<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}
