import { createServer, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import type { TestContext } from 'vitest'
import { portOf } from '../../contract/testing/listening.fixture.ts'

type Context = Pick<TestContext, 'onTestFinished'>

/**
 * A proxy of HTTP that leads every host to one port of this machine, and asks for credentials where it has some.
 *
 * @returns its address, and each request that it was sent.
 */
export async function startProxy(context: Context, port: string, credentials?: string) {
  const seen: string[] = []
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
  const admits = ({ method, url, headers }: IncomingMessage) => {
    seen.push(`${method} ${url}`)
    return wanted === undefined || headers['proxy-authorization'] === wanted
  }
  const proxy = createServer((incoming, outgoing) => {
    if (!admits(incoming)) return void outgoing.writeHead(407).end()
    const { pathname, search } = new URL(incoming.url ?? '')
    const { method, headers } = incoming
    const onward = request({ host: '127.0.0.1', port, method, path: pathname + search, headers })
    onward.on('response', (answer) =>
      answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  proxy.on('connect', (incoming, socket) => {
    if (!admits(incoming)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const onward = connect(Number(port), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    onward.pipe(socket).pipe(onward)
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  return { seen, address: `127.0.0.1:${await portOf(proxy, context)}` }
}
