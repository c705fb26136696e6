import { createServer } from 'node:http'

/** The least that answers `/ping`, for the time of a start. */
createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end('{"data":{"status":"ok","mode":"TEST"}}')
}).listen(Number(process.argv[2]), '127.0.0.1')
