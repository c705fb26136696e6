import type { BrokenServers } from './server.fixture.ts'
import { type Answered, type Call, type Operation, SmallService } from './service.fixture.ts'

/** Answers one operation with this answer. */
function answering(operation: Operation, answered: Answered) {
  return class extends SmallService {
    override read(call: Call): Answered {
      return call.operation === operation ? answered : super.read(call)
    }
  }
}

/** Replaces the last entry of the catalogue. */
function listing(product: unknown) {
  return class extends SmallService {
    override products() {
      return [...super.products().slice(0, -1), product]
    }
  }
}

/** Answers the price of the last card with this answer. */
function pricing(answered: Answered) {
  return class extends SmallService {
    override price(sku: string) {
      return sku === this.cards.at(-1)?.sku ? answered : super.price(sku)
    }
  }
}

const ok = (body: unknown): Answered => ({ status: 200, body })
const refused = (status: number): Answered => ({ status, body: { title: 'Refused' } })
const BALANCE = { amount: '10000.00', currency: 'USD' }

/** Servers whose ping, catalogue, price or balance is wrong. */
export const BROKEN_READS: BrokenServers = {
  'data-envelope': {
    'the balance stands beside data': answering('balance', ok({ balance: BALANCE })),
    'the data of a ping is a list': answering('ping', ok({ data: [{ status: 'ok', mode: 'TEST' }] })),
    'a price is a 204': answering('price', { status: 204 }),
    'the catalogue is a bare list': answering('products', ok([{ sku: 'GAME-10' }])),
  },
  'ping-ok': {
    'ping says up': answering('ping', ok({ data: { status: 'up', mode: 'TEST' } })),
    'there is no ping': answering('ping', refused(404)),
    'ping fails': answering('ping', refused(500)),
  },
  'ping-mode-test': {
    'the mode is LIVE': answering('ping', ok({ data: { status: 'ok', mode: 'LIVE' } })),
    'ping has no mode': answering('ping', ok({ data: { status: 'ok' } })),
  },
  'product-has-sku': {
    'a product has no sku': listing({ code: 'PHONE 15/EU' }),
    'a sku is a number': listing({ sku: 15 }),
    'a product is a text': listing('PHONE 15/EU'),
  },
  'price-per-sku': {
    'no price is found': answering('price', refused(404)),
    'the price of one card is not found': pricing(refused(404)),
    'the price of one card fails': pricing(refused(500)),
    'the price of one card is that of another': pricing(ok({ data: { sku: 'GAME-10', price: BALANCE } })),
  },
  'balance-readable': {
    'there is no balance': answering('balance', refused(404)),
    'the balance fails': answering('balance', refused(500)),
  },
}
