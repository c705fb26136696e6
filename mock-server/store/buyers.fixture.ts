import { setTimeout as pause } from 'node:timers/promises'

/** The servers that clients may call now. */
export type OpenUrls = () => readonly string[]

const SKU = 'SCENARIO-AT-ONCE'
const PRICE = 2_500
const OPENING = 500_000
/** The balance of no key covers more. */
const PURCHASES_PER_KEY = 150
const PATIENCE_MS = 5_000

/** Clients that buy card after card at random servers, and send the identical body until an answer says that it was bought. */
export function buyers(openUrls: OpenUrls, size: number, name = '') {
  /** By key and reference, the last answer of each purchase. */
  const answered = new Map<string, string>()
  /** Those that settled differently when they were sent again. */
  const contradictions: string[] = []
  let isOver = false
  const buy = (key: string, partnerReference: string) =>
    call(openUrls, key, '/orders', JSON.stringify({ partnerReference, sku: SKU }))
  const client = async (number: number) => {
    for (let index = 0; !isOver; index += 1) {
      const key = `pk_test_buyer_${name}${number}_${Math.floor(index / PURCHASES_PER_KEY)}`
      const purchase = `${key} SHOP:${index}`
      let answer: string | undefined
      while (answer === undefined) answer = await buy(key, `SHOP:${index}`)
      answered.set(purchase, answer)
      if (index % 10 !== 0) continue
      const again = await buy(key, `SHOP:${index}`)
      if (again !== undefined && again !== answer) contradictions.push(purchase)
    }
  }
  const clients = Array.from({ length: size }, (_, number) => client(number))
  return {
    answered,
    contradictions,
    /** Resolves when each purchase that was sent has been answered. */
    async stop() {
      isOver = true
      await Promise.all(clients)
    },
  }
}

/**
 * Calls one of the servers that are open, at random.
 *
 * @returns the body of a success; undefined where none came, after a pause.
 * @throws {TypeError} for a refusal: nothing but the store being away may keep these calls from being served.
 */
async function call(
  openUrls: OpenUrls,
  key: string,
  path: string,
  body?: string,
): Promise<string | undefined> {
  const open = openUrls()
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const init = body === undefined ? { headers, signal } : { method: 'POST', headers, body, signal }
  const answer = await fetch(`${open[Math.floor(Math.random() * open.length)]}${path}`, init).catch(
    () => undefined,
  )
  const text = await answer?.text().catch(() => undefined)
  if (answer?.ok && text !== undefined) return text
  if (answer !== undefined && answer.status < 500)
    throw new TypeError(`Refused with ${answer.status}: ${text}`)
  await pause(10)
  return undefined
}

/** Reads a mock once its clients have stopped: each order of a key is found, and its balance is that of them. */
export async function audit(openUrls: OpenUrls, answered: ReadonlyMap<string, string>) {
  const read = async (key: string, path: string): Promise<string> => {
    let answer: string | undefined
    while (answer === undefined) answer = await call(openUrls, key, path)
    return answer
  }
  const byKey = Map.groupBy(answered.keys(), (name) => name.split(' ')[0] ?? '')
  let [lost, doubled, misbooked] = [0, 0, 0]
  for (const [key, names] of byKey) {
    const orders = await Promise.all(
      names.map((name) =>
        read(key, `/orders/${encodeURIComponent(name.split(' ')[1] ?? '')}`).catch(() => undefined),
      ),
    )
    lost += orders.filter((order) => order === undefined).length
    const { data } = JSON.parse(await read(key, '/balance'))
    const debited = (OPENING - Math.round(Number(data.balance.amount) * 100)) / PRICE
    doubled += Math.max(0, debited - names.length)
    misbooked += Number(debited !== names.length)
  }
  return { lost, doubled, misbooked }
}
