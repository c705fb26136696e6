import { describe, expect, test } from 'vitest'
import { randomBy } from '../../contract/random.ts'
import type { FormId } from '../history/forms.ts'
import { type Occasion, Wardrobe } from './wardrobe.ts'

/** The purchases of a run against the mock, in their order; the first of all is plain. */
const PURCHASES: readonly Occasion[] = [
  ...(['first', 'replay', 'first', 'first', 'replay', 'replay', 'first', 'replay'] as const),
  ...(['replay', 'first', 'first', 'replay', 'replay', 'replay', 'replay', 'replay'] as const),
]

function wornBy(wardrobe: Wardrobe, occasions: readonly Occasion[]): readonly (readonly FormId[])[] {
  return occasions.map((occasion, index) => {
    const worn = index === 0 ? [] : wardrobe.next(occasion)
    wardrobe.note(occasion, worn)
    return worn
  })
}

describe('what a run wears', () => {
  test.for([1, 2, 3, 0x5eed, 77_777])('covers every two forms of a purchase, by seed %d', (seed) => {
    const wardrobe = new Wardrobe(randomBy(seed))
    wornBy(wardrobe, PURCHASES)
    const { covered, all } = wardrobe.coverage('purchase')
    expect({ covered, all }).toEqual({ covered: all, all })
    expect(all).toBeGreaterThan(200)
  })

  test.for(['lookup', 'read'] as const)('covers every two forms of a %s within 16 requests', (occasion) => {
    const wardrobe = new Wardrobe(randomBy(7))
    wornBy(
      wardrobe,
      Array.from({ length: 16 }, () => occasion),
    )
    const { covered, all } = wardrobe.coverage(occasion)
    expect(covered).toBe(all)
  })

  test('is the same for the same seed, and another for another one', () => {
    const worn = (seed: number) => wornBy(new Wardrobe(randomBy(seed)), PURCHASES)
    expect(worn(5)).toEqual(worn(5))
    expect(worn(5)).not.toEqual(worn(6))
  })

  test('covers every three forms of a lookup in a thorough run', () => {
    const wardrobe = new Wardrobe(randomBy(7), 3)
    wornBy(
      wardrobe,
      Array.from({ length: 45 }, () => 'lookup'),
    )
    const { covered, all } = wardrobe.coverage('lookup')
    expect(covered).toBe(all)
  })

  test('lets no form coincide with first purchases or with identical bodies', () => {
    const worn = wornBy(new Wardrobe(randomBy(11)), PURCHASES)
    for (const kind of ['first', 'replay'] as const) {
      const rows = worn.filter((_, index) => PURCHASES[index] === kind)
      for (const form of new Set(worn.flat())) {
        const wearing = rows.filter((row) => row.includes(form)).length
        expect([form, wearing > 0, wearing < rows.length]).toEqual([form, true, true])
      }
    }
  })
})

describe('what a service refuses', () => {
  test('is not worn again, where it was worn alone', () => {
    const wardrobe = new Wardrobe(randomBy(3))
    wardrobe.refuse(['sku-first', 'chunked'])
    expect(wornBy(wardrobe, PURCHASES).flat()).not.toContain('chunked')
    const { covered, all } = wardrobe.coverage('purchase')
    expect(covered).toBe(all)
  })

  test('is found among several forms: each is worn without the others until one is refused again', () => {
    const wardrobe = new Wardrobe(randomBy(3))
    wardrobe.refuse(['charset', 'chunked', 'identity'])
    for (let call = 0; call < 12; call += 1) {
      const worn = wardrobe.next('replay')
      wardrobe.note('replay', worn)
      const suspected = worn.filter((form) => ['charset', 'chunked', 'identity'].includes(form))
      expect(suspected.length).toBeLessThan(2)
    }
    wardrobe.serve(['charset'])
    wardrobe.refuse(['chunked', 'accept-any'])
    expect(wornBy(wardrobe, PURCHASES).flat()).not.toContain('chunked')
    expect(wornBy(wardrobe, PURCHASES).flat()).toContain('accept-any')
  })

  test('is not what JSON allows', () => {
    const wardrobe = new Wardrobe(randomBy(3))
    wardrobe.refuse(['sku-first'])
    expect(wornBy(wardrobe, PURCHASES).flat()).toContain('sku-first')
  })
})
