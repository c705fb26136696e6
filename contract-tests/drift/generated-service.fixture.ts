import type { SeenAnswer } from './operation-memory.ts'

/** A number from 0 to 1, another each time. */
export type Chance = () => number

/** Chance that repeats itself by its seed (mulberry32): unlike fast-check's own values, evenly spread. */
export function chanceOf(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const LEAVES: Record<string, (chance: Chance) => unknown> = {
  decimal: (chance) => (chance() * 100).toFixed(2),
  digits: (chance) => String(Math.floor(chance() * 1e6)),
  uuid: (chance) => `00000000-0000-4000-8000-${String(Math.floor(chance() * 1e12)).padStart(12, '0')}`,
  date: (chance) => `2026-0${1 + Math.floor(chance() * 9)}-11`,
  dateTime: (chance) => `2026-01-01T00:00:0${Math.floor(chance() * 10)}Z`,
  uri: (chance) => `https://cards.example/${chance()}`,
  currency: (chance) => pick(chance, ['USD', 'EUR', 'JPY']),
  token: (chance) => pick(chance, ['NEW', 'GIFT_CARD', 'A-1']),
  // Looks by accident like whatever has no format.
  text: (chance) => pick(chance, ['a card', 'CARD', 'ABC', '42', '']),
  integer: (chance) => Math.floor(chance() * 1000),
  number: (chance) => Math.floor(chance() * 8) / 4,
  boolean: (chance) => chance() < 0.5,
}

/** A value of a body, as a service makes it. */
export type Made =
  | { readonly is: 'leaf'; readonly leaf: string }
  | { readonly is: 'object'; readonly fields: readonly MadeField[] }
  | { readonly is: 'array'; readonly of: Made }
  | { readonly is: 'map'; readonly of: Made }

type MadeField = {
  readonly name: string
  readonly made: Made
  /** How probably it is there, and how probably it is null then. */
  readonly presence: number
  readonly nulls: number
}

/** How a service is made up: whether fields are left out or null at times. */
export type Whims = { readonly optional: boolean }

/** Makes up the body of an answer, an object. */
export function makeUp(chance: Chance, whims: Whims, depth = 0): Made {
  const names = ['amount', 'label', 'detail', 'owner', 'limits'].slice(0, 2 + Math.floor(chance() * 4))
  const share = () => (whims.optional && chance() < 0.4 ? 0.4 + chance() * 0.3 : 1)
  const fields = names.map((name) => ({
    name,
    made: makeUpValue(chance, whims, depth + 1),
    presence: share(),
    nulls: 1 - share(),
  }))
  return { is: 'object', fields }
}

function makeUpValue(chance: Chance, whims: Whims, depth: number): Made {
  const kind = depth < 3 ? chance() : 0
  if (kind < 0.6) return { is: 'leaf', leaf: pick(chance, Object.keys(LEAVES)) }
  if (kind < 0.8) return makeUp(chance, whims, depth)
  return { is: kind < 0.9 ? 'array' : 'map', of: makeUpValue(chance, whims, depth + 1) }
}

/** One value, as the service gives it this time. */
export function give(made: Made, chance: Chance): unknown {
  if (made.is === 'leaf') return LEAVES[made.leaf]?.(chance)
  if (made.is === 'array')
    return Array.from({ length: Math.floor(chance() * 6) }, () => give(made.of, chance))
  if (made.is === 'map') {
    const keys = Array.from({ length: Math.floor(chance() * 4) }, () => String(LEAVES.uuid?.(chance)))
    return Object.fromEntries(keys.map((key) => [key, give(made.of, chance)]))
  }
  const there = made.fields.filter(({ presence }) => chance() < presence)
  return Object.fromEntries(
    there.map(({ name, made, nulls }) => [name, chance() < nulls ? null : give(made, chance)]),
  )
}

/** The paths of a body, and whether what stands there is left out or null at times. */
export function pathsOf(made: Made, path = ''): { readonly path: string; readonly varies: boolean }[] {
  if (made.is === 'leaf') return []
  if (made.is !== 'object') {
    const inside = `${path}/${made.is === 'array' ? '*' : '{*}'}`
    return [{ path: inside, varies: false }, ...pathsOf(made.of, inside)]
  }
  return made.fields.flatMap(({ name, made, presence, nulls }) => [
    { path: `${path}/${name}`, varies: presence < 1 || nulls > 0 },
    ...pathsOf(made, `${path}/${name}`),
  ])
}

/** A body with another value wherever the path leads, unless null stands there. */
export function replacedAt(body: unknown, path: string, replace: (value: unknown) => unknown): unknown {
  const [, token, ...rest] = path.split('/')
  if (token === undefined) return body === null ? null : replace(body)
  if (typeof body !== 'object' || body === null) return body
  const isEvery = token === '*' || token === '{*}'
  const deeper = rest.map((part) => `/${part}`).join('')
  const entries = Object.entries(body).map(([name, value]) => [
    name,
    isEvery || name === token ? replacedAt(value, deeper, replace) : value,
  ])
  return Array.isArray(body) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

/** A service of several operations: what it answers, each kind of answer as often as asked for. */
export function makeUpService(seed: number, whims: Whims) {
  const chance = chanceOf(seed)
  const [balance, order, refusal] = [1, 2, 3].map(() => makeUp(chance, whims)) as [Made, Made, Made]
  const states = ['PROCESSING', 'COMPLETED', 'FAILED']
  const summary = (status: string) => ({ order: { status, more: give(order, chance) } })
  return {
    balance,
    /** Paths where what stands there is left out or null at times. */
    varying: new Set(
      [
        ...pathsOf(balance),
        ...pathsOf(refusal),
        ...pathsOf(order, '/data/order/order/more'),
        ...pathsOf(order, '/data/order/more'),
      ].flatMap(({ path, varies }) => (varies ? [path] : [])),
    ),
    answers(times: number): Partial<SeenAnswer>[] {
      return Array.from({ length: times }).flatMap((): Partial<SeenAnswer>[] => [
        { json: give(balance, chance) },
        { json: give(refusal, chance), status: 404, contentType: 'application/problem+json' },
        ...states.map((state) => ({ operation: 'lookupOrder' as const, json: { data: summary(state) } })),
        {
          operation: 'createOrder',
          status: 201,
          json: { data: { order: summary(pick(chance, states)) } },
        },
      ])
    },
  }
}

function pick<Value>(chance: Chance, values: readonly Value[]): Value {
  // The index is below the length, which is not zero.
  return values[Math.floor(chance() * values.length)] as Value
}
