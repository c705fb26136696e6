import { Broken, NotObserved } from './answers.ts'
import { allFollowed, follow } from './follow.ts'
import { RESTLESS, STILL_MS } from './money.ts'
import type { Service } from './service.ts'
import type { Shop } from './shop.ts'

/** Prices may vary a little, and fees may be taken. A wrong debit is off by at least half a card. */
const HALF_A_CARD = 0.5
const STEADY = 0.1

/**
 * Expects an act to take at most this many cards off the balance.
 *
 * @throws {Broken} if it took at least half a card more.
 * @throws {NotObserved} if the balance does not tell.
 */
export async function costsAtMost(
  service: Service,
  shop: Shop,
  cards: number,
  what: string,
  act: () => Promise<void>,
): Promise<void> {
  // If the answers say nothing, the balance may still show a fault.
  let unseen: NotObserved | undefined
  const noting = () =>
    act().catch((cause: unknown) => {
      if (!(cause instanceof NotObserved)) throw cause
      unseen = cause
    })
  const taken = await cardsTaken(service, shop, noting, proveSteady)
  if (taken.cards >= cards + HALF_A_CARD)
    throw new Broken(sentence(what, taken.cards, cards), taken.calls, 'charged')
  if (unseen !== undefined) throw unseen
}

/**
 * Expects an act to take this many cards off the balance. A missing card may be free, or a purchase that the service
 * lost. Only if half of the cards are missing is it clear.
 *
 * @throws {Broken} if it took at most half of the cards.
 * @throws {NotObserved} if some are missing, or the balance does not tell.
 */
export async function costsAll(
  service: Service,
  shop: Shop,
  cards: number,
  what: string,
  act: () => Promise<void>,
): Promise<void> {
  const taken = await cardsTaken(service, shop, act, proveStill)
  const message = sentence(what, taken.cards, cards)
  if (taken.cards <= cards / 2) throw new Broken(message, taken.calls)
  if (taken.cards <= cards - HALF_A_CARD)
    throw new NotObserved(`${message} Some of them may be cheaper, or free.`)
}

function sentence(what: string, taken: number, expected: number): string {
  return `${what} took ${inCards(taken)} off the balance, not ${inCards(expected)}.`
}

function inCards(cards: number): string {
  return `${Number(cards.toFixed(2))} card${cards === 1 ? '' : 's'}`
}

type Prove = (service: Service, shop: Shop) => Promise<void>

/** Measures what an act takes off the balance. In a second run, `prove` first shows that the balance can be trusted. */
async function cardsTaken(service: Service, shop: Shop, act: () => Promise<void>, prove: Prove) {
  await shop.first()
  if (shop.money.kind === 'unknown') {
    // The answers of the act are judged even without the balance.
    await act()
    throw new NotObserved(shop.money.reason)
  }
  if (service.isConfirming) {
    await allFollowed(service)
    await prove(service, shop)
  }
  const money = known(shop)
  const begin = service.calls.length
  const before = await balanceAtRest(service, shop)
  await act()
  const after = await balanceAtRest(service, shop)
  const calls = service.calls.slice(begin).filter(({ exchange }) => exchange.operation !== 'lookupOrder')
  return { cards: (before - after) / money.cost, calls }
}

/** The cost of a card. @throws {NotObserved} if the balance no longer shows it. */
function known({ money }: Shop) {
  if (money.kind === 'unknown') throw new NotObserved(money.reason)
  return money
}

/** The balance after every debit has arrived. A second run gives it more time, since the lag may vary. */
async function balanceAtRest(service: Service, shop: Shop): Promise<number> {
  const { lagMs, isAtSettlement } = known(shop)
  const patienceMs = service.isConfirming ? Math.max(1500, lagMs * 3) : lagMs * 1.25 + 20
  const bought = service.calls.filter(({ exchange }) => exchange.operation === 'createOrder')
  const lastMs = Math.max(0, ...bought.map(({ endedMs }) => endedMs))
  await service.sleep(lastMs + patienceMs - service.nowMs())
  if (isAtSettlement) {
    await allFollowed(service)
    await service.sleep(STILL_MS)
  }
  return service.balance()
}

/** Expects an ordinary purchase to cost one card up to its settlement, and nothing else to move the balance. */
async function proveSteady(service: Service, shop: Shop): Promise<void> {
  const money = known(shop)
  if (money.isSteady === true) return
  const before = await balanceAtRest(service, shop)
  const order = await shop.buy()
  await follow(service, order)
  await service.sleep(STILL_MS)
  const cost = before - (await balanceAtRest(service, shop))
  const isSteady = Math.abs(cost - money.cost) < money.cost * STEADY
  shop.money = isSteady
    ? { ...money, isSteady }
    : {
        kind: 'unknown',
        reason:
          'The balance does not fall by one card for each purchase: prices may differ, or somebody else uses the key.',
      }
  known(shop)
}

/** Expects the balance not to move while nothing is sent. */
async function proveStill(service: Service, shop: Shop): Promise<void> {
  const before = await balanceAtRest(service, shop)
  await service.sleep(STILL_MS)
  if ((await service.balance()) === before) return
  shop.money = { kind: 'unknown', reason: RESTLESS }
  known(shop)
}
