// Ends at once with success, and leaves a process behind that keeps a connection open and the output, too.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const [role] = process.argv.slice(2)

if (role === 'grandchild') {
  const { connect } = await import('node:net')
  const { hostname, port } = new URL(process.env.SERVICE_BASE_URL)
  process.on('SIGTERM', () => undefined)
  const socket = connect(Number(port), hostname, () => process.send('connected'))
  socket.on('error', () => undefined)
  // An unfinished request: the service has to wait for the rest of it.
  socket.write('GET /ping HTTP/1.1\r\nHost: service\r\n')
  setTimeout(() => process.exit(1), 600_000)
} else {
  const file = fileURLToPath(import.meta.url)
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc']
  const grandchild = spawn(process.execPath, [file, 'grandchild'], { stdio })
  await once(grandchild, 'message')
  console.log(`grandchild ${grandchild.pid}`)
  process.exit(0)
}
