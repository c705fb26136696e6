import { type Answer, type Caller, callerOf, type Surroundings } from './caller.ts'
import type { Decisions, Move, OrderFields } from './decisions.ts'
import type { Facts, Operation, Situation, Summary } from './facts.ts'

/** A client with its decisions, where it runs. */
type Client = {
  readonly decisions: Decisions
  readonly call: Caller
  readonly sleep: Surroundings['sleep']
}

/**
 * Buys what it is asked to, as it decides: a whole client of the API in one process.
 *
 * @returns the exit code: what a process would end with.
 * @throws {Error} when a call before the first purchase is refused: then nothing was bought yet.
 */
export async function runClient(decisions: Decisions, surroundings: Surroundings): Promise<number> {
  const { purchases, sleep } = surroundings
  const client = { decisions, call: callerOf(decisions, surroundings), sleep }
  const intended = Array.from({ length: purchases }, (_, index) => beginning(surroundings, index + 1))
  const [first] = intended
  if (first === undefined) return 0
  if (decisions.isConcurrent(first)) {
    if (!(await readBefore(client, first))) return decisions.exitCode(first)
    return Math.max(...(await Promise.all(intended.map((facts) => buy(client, facts)))))
  }
  for (const facts of intended) {
    if (!(await readBefore(client, facts))) return decisions.exitCode(facts)
    const code = await buy(client, facts)
    if (code !== 0) return code
  }
  return 0
}

function beginning(
  { sku, label, start }: Pick<Facts, 'sku' | 'label' | 'start'>,
  purchase: number,
  renewals = 0,
): Facts {
  return {
    sku,
    label,
    start,
    purchase,
    renewals,
    sent: 0,
    polls: 0,
    by: 'purchase',
    now: 'begins',
    inARow: 0,
    retryAfter: undefined,
    first: undefined,
    latest: undefined,
  }
}

const PATHS: Record<string, (sku: string) => string> = {
  ping: () => '/ping',
  products: () => '/products',
  price: (sku) => `/products/${encodeURIComponent(sku)}/price`,
  balance: () => '/balance',
}

/** Reads what comes before a purchase, and tells whether there is enough to pay for it. */
async function readBefore({ decisions, call }: Client, facts: Facts): Promise<boolean> {
  const read = new Map<Operation, number>()
  for (const operation of decisions.reads(facts)) {
    const path = PATHS[operation]?.(facts.sku) ?? '/'
    const { status, data } = await call(facts, { operation, method: 'GET', path, body: null })
    if (status !== 200) throw new Error(`${operation} was answered with ${status}.`)
    read.set(operation, amountIn(data, operation))
  }
  return (read.get('price') ?? 0) <= (read.get('balance') ?? Number.POSITIVE_INFINITY)
}

function amountIn(data: unknown, operation: Operation): number {
  // The default profile's place; whatever has none is no number.
  const holder = (data as Record<string, { amount?: string } | undefined> | null)?.[operation]
  return Number(holder?.amount)
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

/** Of two answers at the same time, the one that says more of the purchase. */
function better([one, other]: readonly [Facts, Facts]): Facts {
  const best = SAYS_MOST.find((situation) => [one.now, other.now].includes(situation))
  return other.now === best ? other : one
}

const SAYS_MOST: readonly Situation[] = ['settled', 'processing', 'not-found']

async function send(client: Client, facts: Facts): Promise<Facts> {
  const order = client.decisions.order(facts)
  const body = client.decisions.body(facts, order)
  const answer = await client.call(facts, { operation: 'purchase', method: 'POST', path: '/orders', body })
  return learn(client, { ...facts, by: 'purchase', sent: facts.sent + 1 }, facts, answer)
}

async function lookUp(client: Client, facts: Facts): Promise<Facts> {
  const path = lookupPath(client.decisions.order(facts))
  const answer = await client.call(facts, { operation: 'lookup', method: 'GET', path, body: null })
  return learn(client, { ...facts, by: 'lookup' }, facts, answer)
}

function lookupPath({ partnerReference }: OrderFields): string {
  return `/orders/${encodeURIComponent(partnerReference)}`
}

/** What a client knows once it has an answer, or none. */
function learn({ decisions }: Client, asked: Facts, before: Facts, answer: Answer): Facts {
  const read = asked.by === 'purchase' ? decisions.readPurchase : decisions.readLookup
  const isSuccess = answer.isWhole && answer.status >= 200 && answer.status < 300
  const summary = isSuccess ? read(asked, answer.data) : undefined
  const now = situationOf(asked, answer, summary, decisions)
  const latest = summary === undefined ? before.latest : keptPause(summary, before.latest)
  return {
    ...asked,
    now,
    inARow: before.now === now ? before.inARow + 1 : 1,
    polls: before.latest === undefined ? 0 : before.polls + 1,
    retryAfter: answer.retryAfter,
    first: before.first ?? summary,
    latest,
  }
}

/** A state without an interval is waited for at the last one that there was. */
function keptPause(summary: Summary, before: Summary | undefined): Summary {
  return { ...summary, pollAfterSeconds: summary.pollAfterSeconds ?? before?.pollAfterSeconds }
}

function situationOf(
  facts: Facts,
  { isWhole, isTimeout, status }: Answer,
  summary: Summary | undefined,
  { isOpen }: Decisions,
): Situation {
  if (!isWhole) return isTimeout ? 'timed-out' : 'lost'
  if (status >= 500) return 'server-error'
  if (status === 429) return 'rate-limited'
  if (status === 404 && facts.by === 'lookup') return 'not-found'
  if (status >= 400) return 'refused'
  if (summary === undefined) return 'unreadable'
  return isOpen(facts, summary.status) ? 'processing' : 'settled'
}
