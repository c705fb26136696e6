import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { answer, observedBodies, SECRET } from './observed.fixture.ts'
import { createObserver } from './observer.ts'

const pathsIn = (...bodies: unknown[]) => Object.keys(observedBodies(bodies).fields)

describe('a map has no names', () => {
  test.each([
    ['of SKUs', { 'CARD-25': { price: 1 }, other: { price: 2 } }],
    ['of currencies', { USD: { price: 1 }, EUR: { price: 2 } }],
    ['with a key in it', { [`x${SECRET}`]: { price: 1 } }],
    [
      'of a great many',
      Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`n${index}`, { price: 1 }])),
    ],
  ])('%s', (_, map) => {
    expect(pathsIn({ map })).toEqual(['', '/map', '/map/{*}', '/map/{*}/price'])
  })

  test('of a great many over all answers', () => {
    const bodies = Array.from({ length: 51 }, (_, index) => ({ map: { [`n${index}`]: 1 } }))
    expect(pathsIn(...bodies.slice(0, 50))).toHaveLength(52)
    expect(pathsIn(...bodies)).toEqual(['', '/map', '/map/{*}'])
  })

  test('but for the documented ones', () => {
    const body = { data: { order: { status: 'x', 'SHOP:1': 'y', name: 'z' } } }
    expect(pathsIn(body)).toEqual(['', '/data', '/data/order', '/data/order/status', '/data/order/{*}'])
  })

  test('but for those that the profile names, whatever they look like', () => {
    const observer = createObserver(
      resolveProfile({ balance: { amount: '/data/USD/amount', currency: null } }),
    )
    observer.see(answer({ json: { data: { USD: { amount: 1 }, name: 'x' } } }))
    expect(Object.keys(observer.shapes()[0]?.answers[0]?.fields ?? {})).toEqual([
      '',
      '/data',
      '/data/USD',
      '/data/USD/amount',
      '/data/name',
    ])
  })

  test('of SKUs that only the catalogue tells to be some', () => {
    const observer = createObserver(DEFAULT_PROFILE)
    observer.see(answer({ json: { prices: { steam: 1, nintendo: 2 } } }))
    expect(JSON.stringify(observer.shapes())).toContain('steam')
    observer.see(answer({ operation: 'listProducts', json: { data: { products: [{ sku: 'steam' }] } } }))
    expect(JSON.stringify(observer.shapes())).not.toMatch(/steam|nintendo/)
  })
})

describe('bounds', () => {
  test('twelve levels are looked at', () => {
    const nested = (depth: number): unknown => (depth === 0 ? {} : { a: nested(depth - 1) })
    expect(observedBodies([nested(12)])).toMatchObject({ bounds: [] })
    const { bounds, fields } = observedBodies([nested(13)])
    expect([bounds, Object.keys(fields).length]).toEqual([['depth'], 13])
  })

  test('a body nested without end is no trouble', () => {
    const body = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    expect(observedBodies([body]).bounds).toEqual(['depth'])
  })

  test('five hundred fields are recorded, those nearest to the top first', () => {
    const wide = (value: unknown) => Object.fromEntries(letters.map((letter) => [letter, value]))
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
    const { bounds, fields } = observedBodies([wide(wide(1))])
    expect([bounds, Object.keys(fields).length]).toEqual([['fields'], 500])
    expect(letters.every((letter) => fields[`/${letter}`] !== undefined)).toBe(true)
    const reversed = JSON.stringify(observedBodies([wide({ z: 1 }), wide(wide(1))]))
    expect(JSON.stringify(observedBodies([wide(wide(1)), wide({ z: 1 })]))).toBe(reversed)
    expect(observedBodies([wide(1)]).bounds).toEqual([])
    const { bounds: ofMore } = observedBodies([wide(wide(wide(1)))])
    expect(ofMore).toEqual(['fields'])
  })
})

test('names that JavaScript gives a meaning are names', () => {
  const body = JSON.parse('{"__proto__": {"constructor": 1}, "toString": "x"}')
  expect(pathsIn(body)).toEqual(['', '/__proto__', '/__proto__/constructor', '/toString'])
})

test('each card of a catalogue is read the same few times, however many there are', () => {
  const readsOf = (size: number) => {
    let reads = 0
    const card = (index: number) =>
      Object.defineProperty({ price: '25.00' }, 'sku', {
        enumerable: true,
        get: () => {
          reads += 1
          return `CARD-${index}`
        },
      })
    const json = { data: { products: Array.from({ length: size }, (_, index) => card(index)) } }
    createObserver(DEFAULT_PROFILE).see(answer({ operation: 'listProducts', json }))
    return reads / size
  }
  expect(readsOf(4_000)).toBe(readsOf(500))
  expect(readsOf(500)).toBeGreaterThan(0)
})
