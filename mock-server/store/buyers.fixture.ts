import { setTimeout as pause } from 'node:timers/promises'

/** The URLs that clients may call now. */
export type OpenUrls = () => readonly string[]

const SKU = 'SCENARIO-AT-ONCE'
const PRICE = 2_500
const OPENING = 500_000
/** The opening balance of a key covers no more. */
const PURCHASES_PER_KEY = 150
const PATIENCE_MS = 5_000

/** Clients that buy card after card at random servers. They repeat the identical body until it succeeds. */
export function buyers(openUrls: OpenUrls, size: number, name = '') {
  /** By key and reference, the answer to each purchase. */
  const answered = new Map<string, string>()
  /** The purchases that were answered differently when they were repeated. */
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
    /** Resolves when every purchase that was sent is answered. */
    async stop() {
      isOver = true
      await Promise.all(clients)
    },
  }
}

/**
 * Calls a random server.
 *
 * @returns the body of a success, or undefined after a failure and a pause.
 * @throws {TypeError} for a refusal: only a store that is down may keep these calls from being served.
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

/** Looks up every answered purchase, and compares the balance of each key with its orders. */
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
