import type { Tally } from '../journal/tally.ts'
import type { Store } from './store.ts'

/** The calls of a store that a call of the API waits for. */
const TIMED = ['enter', 'placeOrder', 'findOrder', 'balance', 'countAttempt'] as const

/** A store whose calls are timed. One that answers at once need not be. */
export function timedStore(store: Store, tally: Tally): Store {
  if (store.archive === undefined) return store
  const calls = new Map<PropertyKey, Call>(TIMED.map((name) => [name, timed(name, store, tally)]))
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = calls.get(name) ?? Reflect.get(target, name, target)
      return typeof value === 'function' && !calls.has(name) ? value.bind(target) : value
    },
  })
}

type Call = (...given: unknown[]) => unknown

function timed(name: (typeof TIMED)[number], store: Store, tally: Tally): Call {
  return async (...given) => {
    const began = performance.now()
    let isFailed = true
    try {
      const answer = await (store[name] as Call).apply(store, given)
      isFailed = false
      return answer
    } finally {
      tally.countStore(name, performance.now() - began, isFailed)
    }
  }
}
