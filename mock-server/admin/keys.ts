import { wordOfKey } from '../../contract/text/redact.ts'
import { moneyWords } from '../../contract/wire/money.ts'
import { nextPurchaseOf } from '../sandbox/control.ts'
import { accountOf, keyDigestOf, knownKeys, partnerOf } from '../sandbox/keys.ts'
import type { Mock, MockContext } from '../sandbox/mock.ts'
import { type Order, releasedAt, summaryAt } from '../store/order.ts'
import { onSandbox } from './asked.ts'

const MOST_KEYS = 100
/** How many of the latest orders of a key are searched for its next change. */
const MOST_ORDERS = 100
const LATEST_CALLS = 2_000

/** `GET /__mock/keys`: facts about the keys in use, the last caller first. No key is shown. */
export async function readKeys(c: MockContext): Promise<Response> {
  const mock = c.var.mock
  const sandboxes = await sandboxesInUse(mock)
  const keys = await Promise.all(sandboxes.slice(0, MOST_KEYS).map((sandbox) => keyFacts(mock, sandbox)))
  return c.json({ keys, more: Math.max(0, sandboxes.length - MOST_KEYS) })
}

export async function answerKey(c: MockContext, sandbox: string): Promise<Response> {
  return c.json(await keyFacts(c.var.mock, sandbox))
}

async function sandboxesInUse(mock: Mock): Promise<readonly string[]> {
  const known = new Map<string, string>()
  const here = knownKeys(mock).slice(-MOST_KEYS * 2)
  for (const key of here.toReversed()) known.set(await keyDigestOf(mock, key), key)
  for (const name of await mock.store.sandboxes(MOST_KEYS * 2)) {
    const digest = await keyDigestOf(mock, name)
    known.set(digest, known.get(digest) ?? name)
  }
  const last = lastCalls(mock)
  const rank = (sandbox: string) => last.get(partnerOf(mock, sandbox)?.id ?? '') ?? -1
  return [...known.values()].sort((one, other) => rank(other) - rank(one))
}

function lastCalls({ journal }: Mock): ReadonlyMap<string, number> {
  const latest = journal.after(journal.latest - LATEST_CALLS)
  return new Map(latest.flatMap(({ partner, seq }) => (partner === null ? [] : [[partner, seq] as const])))
}

async function keyFacts(mock: Mock, sandbox: string) {
  const { store, journal, profile, allowlists, adminToken, guests } = mock
  const account = accountOf(mock, sandbox)
  const partner = partnerOf(mock, sandbox)
  const [digest, money, orders, waiting] = await Promise.all([
    keyDigestOf(mock, sandbox),
    store.balance(account),
    store.orders(account, MOST_ORDERS),
    store.next.read(account),
  ])
  const { available, isRevoked, isFrozen, speed, now } = money
  const changed = allowlists.get(sandbox)
  return {
    digest,
    partner: partner?.id ?? null,
    // Without a token, only programs of this machine see it.
    word: adminToken === null && guests.has(sandbox) ? wordOfKey(sandbox) : null,
    balance: moneyWords(available, profile.money),
    available,
    openingBalance: account.openingBalance,
    orders: orders.count,
    isRevoked,
    allowlist: changed === undefined ? (partner?.allowlist ?? null) : changed.rules,
    clock: { now: isoTime(now), frozen: isFrozen, speed },
    nextChange: nextChangeOf(orders.latest, now),
    next: nextPurchaseOf(waiting) ?? null,
    waiting,
    dropped: partner === undefined ? null : journal.dropped(partner.id),
  }
}

const MOST_SHOWN = 200

/** `GET /__mock/orders?key=…`: the latest orders of a key, the latest first, by its clock now. */
export const readOrders = onSandbox(async (c, sandbox) => {
  const mock = c.var.mock
  const account = accountOf(mock, sandbox)
  const [{ now, opening, toppedUp, bought, returned, available }, { count, latest }] = await Promise.all([
    mock.store.balance(account),
    mock.store.orders(account, MOST_SHOWN),
  ])
  const words = (amount: number) => moneyWords(amount, mock.profile.money)
  const money = {
    opening: words(opening),
    toppedUp: words(toppedUp),
    bought: words(bought),
    returned: words(returned),
    available: words(available),
  }
  const orders = latest.map((order) => orderFacts(mock, order, now))
  const [digest, partner] = [await keyDigestOf(mock, sandbox), partnerOf(mock, sandbox)?.id ?? null]
  return c.json({ key: digest, partner, now: isoTime(now), count, money, orders })
})

/** When one of these orders next changes its summary, its lookup or its money; null if none will. */
function nextChangeOf(orders: readonly Order[], now: number): string | null {
  const changes = orders.flatMap((order) => nextChange(order, now) ?? [])
  return changes.length === 0 ? null : isoTime(Math.min(...changes))
}

function orderFacts({ profile }: Mock, order: Order, now: number) {
  const { partnerReference, sku, price, balanceAfter, placedAt } = order
  const { status, pollAfterSeconds } = summaryAt(order, now, profile.states)
  const words = (amount: number) => moneyWords(amount, profile.money)
  const returnedAt = releasedAt(order)
  return {
    partnerReference,
    sku,
    price: words(price),
    balanceBefore: words(balanceAfter + price),
    balanceAfter: words(balanceAfter),
    /** What came back because it failed. */
    returned: returnedAt !== null && returnedAt <= now ? words(price) : null,
    placedAt: isoTime(placedAt),
    status,
    pollAfterSeconds: pollAfterSeconds ?? null,
    nextChange: nextChangeOf([order], now),
  }
}

function nextChange({ placedAt, course }: Order, now: number): number | undefined {
  let endsAt = placedAt
  const ends = course.processing.map(({ forSeconds }) => {
    endsAt += forSeconds * 1000
    return endsAt
  })
  const shownAt = placedAt + (course.hiddenForSeconds ?? 0) * 1000
  // Rounded up: an advance by whole milliseconds must reach it.
  const [next] = [shownAt, ...ends].filter((moment) => moment > now).sort((one, other) => one - other)
  return next === undefined ? undefined : Math.ceil(next)
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
