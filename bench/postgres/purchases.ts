import { type Connection, open } from '../load/connection.ts'
import { BENCH_KEY, CARD } from '../operations.ts'
import { WORLDS } from './statements.ts'

/** The key of each world that buys. */
export const KEYS: readonly string[] = Array.from({ length: WORLDS }, (_, world) => `${BENCH_KEY}_${world}`)

/** What no purchase of this process was made under before. */
let nextReference = 1

/**
 * Has each world buy over a connection of its own, again as soon as it is answered.
 *
 * @returns purchases per second.
 * @throws {Error} when a purchase is answered with anything but 200, or a connection is refused or lost.
 */
export async function purchasesPerSecond(port: number, seconds: number): Promise<number> {
  const connections = await Promise.all(KEYS.map(() => open(port)))
  const began = performance.now()
  const ends = began + seconds * 1000
  try {
    const counts = await Promise.all(
      connections.map((connection, world) => keepBuying(connection, KEYS[world] as string, ends)),
    )
    const took = (performance.now() - began) / 1000
    return counts.reduce((sum, count) => sum + count, 0) / took
  } finally {
    for (const connection of connections) connection?.end()
  }
}

/** How often it has bought when the time is up. */
function keepBuying(connection: Connection | undefined, key: string, ends: number): Promise<number> {
  if (connection === undefined) throw new Error('A connection to the mock was refused.')
  return new Promise((resolve, reject) => {
    let bought = 0
    connection.gone = () => reject(new Error('A connection to the mock was lost.'))
    connection.heard = ({ status }) => {
      if (status !== 200)
        return reject(new Error(`A purchase was answered with ${status}, and not with 200.`))
      bought += 1
      if (performance.now() >= ends) return resolve(bought)
      connection.send(purchaseUnder(key))
    }
    connection.send(purchaseUnder(key))
  })
}

function purchaseUnder(key: string): string {
  const body = JSON.stringify({ partnerReference: `BENCH:${nextReference++}`, sku: CARD.sku })
  const lines = [
    'POST /orders HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
