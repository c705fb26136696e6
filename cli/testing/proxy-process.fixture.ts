import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/**
 * A proxy of HTTP, as a program: it leads every host to one port of this machine, and asks for credentials where it is
 * started with some. It prints its own port, and each request that it is sent.
 */
const [port = '', credentials] = process.argv.slice(2)
const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`

const proxy = createServer((incoming, outgoing) => {
  console.log(incoming.method, incoming.url)
  if (wanted !== undefined && incoming.headers['proxy-authorization'] !== wanted)
    return void outgoing.writeHead(407).end()
  const { pathname, search } = new URL(incoming.url ?? '')
  const { method, headers } = incoming
  const onward = request({ host: '127.0.0.1', port, method, path: pathname + search, headers })
  onward.on('response', (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)))
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
})
proxy.on('connect', (incoming, socket) => {
  console.log(incoming.method, incoming.url)
  if (wanted !== undefined && incoming.headers['proxy-authorization'] !== wanted)
    return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
  const onward = connect(Number(port), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
  onward.pipe(socket).pipe(onward)
  onward.on('error', () => socket.destroy())
  socket.on('error', () => onward.destroy())
})
proxy.listen(0, '127.0.0.1', () => console.log('port', (proxy.address() as AddressInfo).port))
