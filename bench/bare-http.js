import { createServer } from 'node:http'

const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end('{"data":{"status":"ok","mode":"TEST"}}')
})
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}`))
