import type { BrokenServers } from './server.fixture.ts'
import { type Answered, type Asked, type Call, KEY, type Operation, SmallService } from './service.fixture.ts'

/** Serves one operation, or all, to some keys that are not valid. */
function accepting(operation: Operation | 'each', isServed: (key: string, call: Call) => boolean) {
  return class extends SmallService {
    override accepts(key: string, call: Call) {
      const isStruck = operation === 'each' || operation === call.operation
      return super.accepts(key, call) || (isStruck && isServed(key, call))
    }
  }
}

/** Serves one operation to an address that is not allowed. */
function allowing(operation: Operation) {
  return class extends SmallService {
    override isBlocked(key: string, call: Call) {
      return call.operation !== operation && super.isBlocked(key, call)
    }
  }
}

const hasNone = (_: string, { headers }: Call) => headers.authorization === undefined
const isEmpty = (key: string, { headers }: Call) => key === '' && headers.authorization !== undefined
const isAny = (key: string) => key !== ''
const hasPrefix = (key: string) => key.startsWith('pk_test_')
const isLonger = (key: string) => key.startsWith(KEY)
const isBeginning = (key: string) => key.length >= 16 && KEY.startsWith(key)
const hasSameBeginning = (key: string) => key.length === KEY.length && key.startsWith(KEY.slice(0, 16))
const isInOtherCase = (key: string) => key.toLowerCase() === KEY.toLowerCase()

/** Servers that serve a call which they should refuse. */
export const BROKEN_ACCESS: BrokenServers = {
  'key-required': {
    'a ping needs no key': accepting('ping', hasNone),
    'the catalogue needs no key': accepting('products', hasNone),
    'a lookup needs no key': accepting('lookup', hasNone),
    'a purchase needs no key': accepting('purchase', hasNone),
    'no call needs a key': accepting('each', hasNone),
    'a price is served to an empty key': accepting('price', isEmpty),
    'a purchase is served to an empty key': accepting('purchase', isEmpty),
    'the balance is served to any TEST key': accepting('balance', hasPrefix),
    'a purchase is served to any TEST key': accepting('purchase', hasPrefix),
    'each call is served to any key': accepting('each', isAny),
    'the balance is served to a key with a character more': accepting('balance', isLonger),
    'a lookup is served to the beginning of a key': accepting('lookup', isBeginning),
    'a purchase is served to a key with another end': accepting('purchase', hasSameBeginning),
    'a price is served to the key in another case': accepting('price', isInOtherCase),
    'a known body is answered without a key': class extends SmallService {
      override accepts(key: string, call: Call) {
        const known = [...this.orders.keys()].map((reference) => JSON.stringify(reference))
        return super.accepts(key, call) || known.some((reference) => call.body?.includes(reference))
      }
    },
    'a purchase without a valid key is refused, and charged': class extends SmallService {
      override async answer(asked: Asked): Promise<Answered> {
        const answered = await super.answer(asked)
        if (answered?.status === 401 && asked.method === 'POST') this.move(-1000)
        return answered
      }
    },
  },
  'ip-allowlist': {
    'a ping is served to an address that is not allowed': allowing('ping'),
    'the balance is served to an address that is not allowed': allowing('balance'),
    'a purchase is served to an address that is not allowed': allowing('purchase'),
  },
}
