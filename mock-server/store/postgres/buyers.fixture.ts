import { setTimeout as pause } from 'node:timers/promises'
import { query } from './embedded-server.fixture.ts'

/** The servers that clients may call now. */
export type OpenUrls = () => readonly string[]

/** What many clients saw. */
export type Buyers = {
  /** By key and reference, the last answer of each purchase. */
  readonly answered: ReadonlyMap<string, string>
  /** How many requests had no answer, or one that does not show the purchase. */
  unknown(): number
  /** How many settled differently when they were sent again. */
  readonly contradictions: readonly string[]
  stop(): Promise<void>
}

const SKU = 'SCENARIO-AT-ONCE'
/** The balance of no key covers more. */
const PURCHASES_PER_KEY = 150
const PATIENCE_MS = 5_000

/**
 * Clients that buy one card after another, each at a random server, and send the identical body to another one until an
 * answer says that it was bought.
 */
export function buyers(openUrls: OpenUrls, size: number, random: () => number = Math.random): Buyers {
  const answered = new Map<string, string>()
  const contradictions: string[] = []
  let unknown = 0
  let isOver = false
  const buy = async (key: string, partnerReference: string): Promise<string | undefined> => {
    const open = openUrls()
    const url = open[Math.floor(random() * open.length)]
    const answer = await send(`${url}/orders`, key, JSON.stringify({ partnerReference, sku: SKU }))
    if (answer === undefined) unknown += 1
    return answer
  }
  const client = async (number: number) => {
    for (let index = 0; !isOver; index += 1) {
      const key = `pk_test_buyer_${number}_${Math.floor(index / PURCHASES_PER_KEY)}`
      const name = `${key} SHOP:${index}`
      let answer: string | undefined
      while (answer === undefined) answer = await buy(key, `SHOP:${index}`)
      answered.set(name, answer)
      if (index % 10 !== 0) continue
      const again = await buy(key, `SHOP:${index}`)
      if (again !== undefined && again !== answer) contradictions.push(name)
    }
  }
  const clients = Array.from({ length: size }, (_, number) => client(number))
  return {
    answered,
    unknown: () => unknown,
    contradictions,
    async stop() {
      isOver = true
      await Promise.all(clients)
    },
  }
}

async function send(url: string, key: string, body: string): Promise<string | undefined> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, signal })
    const text = await answer.text()
    if (answer.ok) return text
    // Nothing but the store being away may keep one of these from being bought.
    if (answer.status < 500) throw new TypeError(`Refused with ${answer.status}: ${text}`)
  } catch (error) {
    if (error instanceof TypeError && error.message.startsWith('Refused')) throw error
  }
  await pause(10)
  return undefined
}

/** The differences between a database and the answers that clients received. */
export type Audit = { readonly lost: number; readonly doubled: number; readonly misbooked: number }

/**
 * Compares a database with the answers to clients: purchases that it lost or has twice, and sandboxes whose balance does
 * not match their orders.
 */
export async function audit(url: string, { answered }: Pick<Buyers, 'answered'>): Promise<Audit> {
  const rows = await query(
    url,
    `select encode(sandbox, 'hex') || ' ' || encode(reference, 'hex') as name, count(*)::int as count
     from partner_purchase.purchase group by 1`,
  )
  const [wrong] = await query(
    url,
    `select count(*)::int as count from partner_purchase.sandbox s where s.debited <> (
       select coalesce(sum(p.price), 0) from partner_purchase.purchase p where p.sandbox = s.name)`,
  )
  const kept = new Map(rows.map(({ name, count }) => [String(name), Number(count)]))
  const answeredOrders = await Promise.all([...answered.keys()].map(nameInDatabase))
  return {
    lost: answeredOrders.filter((name) => !kept.has(name)).length,
    doubled: [...kept.values()].filter((count) => count > 1).length,
    misbooked: Number(wrong?.count),
  }
}

async function nameInDatabase(name: string): Promise<string> {
  const [key = '', reference = ''] = name.split(' ')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  return `${Buffer.from(digest).toString('hex')} ${Buffer.from(reference, 'utf16le').toString('hex')}`
}
