import { type Caller, type ClientEnvironment, callerOf } from './caller.ts'
import type { Decisions, Move, OrderFields } from './decisions.ts'
import type { Facts, ModelOperation, Situation } from './facts.ts'
import { beginning, factsAfter } from './learn.ts'

type Client = {
  readonly decisions: Decisions
  readonly call: Caller
  readonly sleep: ClientEnvironment['sleep']
}

/**
 * Runs a complete client of the API in this process, which acts by these decisions.
 *
 * @returns the exit code that a process would have.
 * @throws {Error} when a call before the first purchase is refused: then nothing was bought yet.
 */
export async function runModelClient(decisions: Decisions, surroundings: ClientEnvironment): Promise<number> {
  const { purchases, sleep } = surroundings
  const client = { decisions, call: callerOf(decisions, surroundings), sleep }
  const intended = Array.from({ length: purchases }, (_, index) => beginning(surroundings, index + 1))
  const [first] = intended
  if (first === undefined) return 0
  if (decisions.isConcurrent(first)) {
    if (!(await readBefore(decisions, client.call, first))) return decisions.exitCode(first)
    return Math.max(...(await Promise.all(intended.map((facts) => buy(client, facts)))))
  }
  for (const facts of intended) {
    if (!(await readBefore(decisions, client.call, facts))) return decisions.exitCode(facts)
    const code = await buy(client, facts)
    if (code !== 0) return code
  }
  return 0
}

async function buy(client: Client, beginning: Facts): Promise<number> {
  const { decisions, sleep } = client
  let facts = beginning
  for (;;) {
    const order = decisions.order(facts)
    for (const request of decisions.besides(facts, order))
      await client.call(facts, { operation: 'other', ...request })
    const move = decisions.next(facts)
    if (move === 'stop') return decisions.exitCode(facts)
    await sleep(decisions.pauseMs(facts))
    facts = await MOVES[move](client, facts)
  }
}

const MOVES: Record<Exclude<Move, 'stop'>, (client: Client, facts: Facts) => Promise<Facts>> = {
  resend: (client, facts) => send(client, facts),
  'look up': (client, facts) => lookUp(client, facts),
  'look up and resend': async (client, facts) =>
    better(await Promise.all([lookUp(client, facts), send(client, facts)])),
  'resend twice': async (client, facts) =>
    better(await Promise.all([send(client, facts), send(client, facts)])),
  'buy twice': async (client, facts) =>
    better(
      await Promise.all([send(client, facts), send(client, { ...facts, renewals: facts.renewals + 1 })]),
    ),
  'buy again': async (_, facts) => beginning(facts, facts.purchase, facts.renewals + 1),
}

/** The one of two simultaneous answers that says more about the purchase. */
function better([one, other]: readonly [Facts, Facts]): Facts {
  const best = SAYS_MOST.find((situation) => [one.now, other.now].includes(situation))
  return { ...(other.now === best ? other : one), sent: Math.max(one.sent, other.sent) }
}

const SAYS_MOST: readonly Situation[] = ['settled', 'processing', 'not-found']

async function send(client: Client, facts: Facts): Promise<Facts> {
  const order = client.decisions.order(facts)
  const body = client.decisions.body(facts, order)
  const answer = await client.call(facts, { operation: 'purchase', method: 'POST', path: '/orders', body })
  return factsAfter(client.decisions, { ...facts, by: 'purchase', sent: facts.sent + 1 }, facts, answer)
}

async function lookUp(client: Client, facts: Facts): Promise<Facts> {
  const path = lookupPath(client.decisions.order(facts))
  const answer = await client.call(facts, { operation: 'lookup', method: 'GET', path, body: null })
  return factsAfter(client.decisions, { ...facts, by: 'lookup' }, facts, answer)
}

function lookupPath({ partnerReference }: OrderFields): string {
  return `/orders/${encodeURIComponent(partnerReference)}`
}

const PATHS: Record<string, (sku: string) => string> = {
  ping: () => '/ping',
  products: () => '/products',
  price: (sku) => `/products/${encodeURIComponent(sku)}/price`,
  balance: () => '/balance',
}

/**
 * Makes the calls before a purchase, and returns whether the balance is enough.
 *
 * @throws {Error} if a call is refused or not answered.
 */
async function readBefore(decisions: Decisions, call: Caller, facts: Facts): Promise<boolean> {
  const read = new Map<ModelOperation, number>()
  for (const operation of decisions.reads(facts)) {
    const path = PATHS[operation]?.(facts.sku) ?? '/'
    const { status, data } = await call(facts, { operation, method: 'GET', path, body: null })
    if (status !== 200) throw new Error(`${operation} was answered with ${status}.`)
    read.set(operation, amountIn(data, operation))
  }
  return (read.get('price') ?? 0) <= (read.get('balance') ?? Number.POSITIVE_INFINITY)
}

function amountIn(data: unknown, operation: ModelOperation): number {
  // Read at the place of the default profile. An answer without an amount gives NaN.
  const holder = (data as Record<string, { amount?: string } | undefined> | null)?.[operation]
  return Number(holder?.amount)
}
