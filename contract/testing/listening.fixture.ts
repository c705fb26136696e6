import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

type Test = { readonly onTestFinished: (end: () => void) => void }

/** The port of this machine at which a server listens until its test is over. */
export async function portOf(server: Server, { onTestFinished }: Test): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    if ('closeAllConnections' in server)
      (server as Server & { closeAllConnections(): void }).closeAllConnections()
    server.close()
  })
  // It listens at a port.
  return (server.address() as AddressInfo).port
}
