import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomBy } from '../../contract/random.ts'
import { runs } from '../../contract/testing/sample.fixture.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import { dimensionsOf, type FormId, formsIn, type Wearer } from '../history/forms.ts'
import { reportInProcess } from '../run-in-process.fixture.ts'
import { type FormsPlan, planForms, Wardrobe } from './wardrobe.ts'

type Row = readonly FormId[]

/** The orders that a plan dresses, the plain first one left out, and their identical bodies; which of them are sent alone. */
const BOUGHT = ['second', 'at once', 'at once', 'slow', 'other slow']
const REPLAYED = ['first', 'at once', 'at once', 'slow', 'other slow', 'first', 'second']
const aloneOf = <Of>(orders: readonly string[], all: readonly Of[]) =>
  all.filter((_, nth) => orders[nth] !== 'at once')

const PLAIN: Row = []
const isWithOtherKey = ({ headers }: Request) => headers.get('Authorization') !== 'Bearer pk_test_in_process'

/** What a server sees of forms in this process: names of headers have no case there. */
const seenIn = (forms: Row) => forms.filter((form) => form !== 'lower-names').toSorted()

const requestsOf = ({ first, replay, lookup, read }: FormsPlan): Record<Wearer, readonly Row[]> => ({
  purchase: [PLAIN, ...first, ...replay],
  lookup,
  read,
})

/** Every choice of so many dimensions of requests, and in each every choice of a form or none. */
function choicesOf(wearer: Wearer, count: number, without: Row = []): readonly (readonly Choice[])[] {
  const choices = [...dimensionsOf(wearer).values()].map((forms) => [
    ...forms.filter((form) => !without.includes(form)).map((form) => ({ form, forms })),
    { form: null, forms },
  ])
  const chosen = (from: number, left: number): readonly (readonly Choice[])[] =>
    left === 0
      ? [[]]
      : choices.flatMap((values, at) =>
          at < from
            ? []
            : values.flatMap((value) => chosen(at + 1, left - 1).map((rest) => [value, ...rest])),
        )
  return chosen(0, count)
}
type Choice = { readonly form: FormId | null; readonly forms: Row }
const isWornBy = (row: Row) => (choice: Choice) =>
  choice.form === null ? !choice.forms.some((form) => row.includes(form)) : row.includes(choice.form)

const ofSeeds = (
  count: { sample: number; full: number },
  holds: (plan: FormsPlan) => void,
  thorough = false,
) =>
  fc.assert(
    fc.property(fc.nat(0xffff_ffff), (seed) => holds(planForms(randomBy(seed), thorough ? 3 : 2))),
    { numRuns: runs(count) },
  )

describe('with every seed', () => {
  test('every two forms are worn together, and each without the other', () => {
    ofSeeds({ sample: 100, full: 2000 }, (plan) => {
      for (const [wearer, rows] of Object.entries(requestsOf(plan)))
        for (const pair of choicesOf(wearer as Wearer, 2))
          expect(rows.some((row) => pair.every(isWornBy(row)))).toBe(true)
    })
  })

  test('every three forms are, where the run is thorough', () => {
    ofSeeds(
      { sample: 5, full: 100 },
      (plan) => {
        for (const [wearer, rows] of Object.entries(requestsOf(plan)))
          for (const three of choicesOf(wearer as Wearer, 3))
            expect(rows.some((row) => three.every(isWornBy(row)))).toBe(true)
      },
      true,
    )
  })

  test('no form of a body coincides with a first purchase, with identical bodies, or with one order', () => {
    ofSeeds({ sample: 100, full: 2000 }, ({ first, replay }) => {
      for (const form of [...dimensionsOf('purchase').values()].flat()) {
        const isWorn = (row: Row) => row.includes(form)
        for (const rows of [aloneOf(BOUGHT, first), aloneOf(REPLAYED, replay)])
          expect([form, rows.some(isWorn), rows.every(isWorn)]).toEqual([form, true, false])
        const orders = REPLAYED.filter((_, nth) => replay[nth]?.includes(form))
        expect([form, new Set(aloneOf(orders, orders)).size > 1]).toEqual([form, true])
      }
    })
  })

  test('an identical body that is sent alone tells every two forms apart', () => {
    ofSeeds({ sample: 100, full: 2000 }, ({ replay }) => {
      const forms = [...dimensionsOf('purchase').values()].flat()
      const worn = forms.map((form) => aloneOf(REPLAYED, replay).map((row) => row.includes(form)))
      expect(new Set(worn.map(String)).size).toBe(forms.length)
    })
  })

  test('of four lookups in a row one wears each form, so that late ones do', () => {
    ofSeeds({ sample: 100, full: 2000 }, ({ lookup }) => {
      for (let from = 4; from < lookup.length; from += 4)
        for (const form of [...dimensionsOf('lookup').values()].flat())
          expect([
            form,
            lookup
              .slice(from, from + 4)
              .flat()
              .includes(form),
          ]).toEqual([form, true])
    })
  })
})

test('the forms are the same for the same seed, and others for another one', () => {
  const forms = (seed: number) => planForms(randomBy(seed))
  expect(forms(5)).toEqual(forms(5))
  expect(forms(5)).not.toEqual(forms(6))
})

test.for([[['charset']], [['chunked']], [['charset', 'chunked']]] as const)(
  'what a profile rules out is not worn, and the other forms are covered without it: %j',
  ([without]) => {
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), (seed) => {
        const rows = requestsOf(planForms(randomBy(seed), 2, without)).purchase
        for (const form of without) expect(rows.flat()).not.toContain(form)
        for (const pair of choicesOf('purchase', 2, without))
          expect(rows.some((row) => pair.every(isWornBy(row)))).toBe(true)
      }),
      { numRuns: runs({ sample: 10, full: 500 }) },
    )
  },
)

test.for([
  ['a run', false],
  ['a thorough run', true],
] as const)('what %s sends in fair weather wears what was planned', async ([, thorough]) => {
  const { first, replay } = planForms(randomBy(0x7a11), thorough ? 3 : 2)
  const worn = { first: [] as Row[], replay: [] as Row[], plain: [] as Row[] }
  const known = new Set<string>()
  await reportInProcess({ thorough, seed: '7a11' }, async (request, forward, operation) => {
    const body = await request.clone().text()
    const { partnerReference } = Object(parseJson(body)) as { partnerReference?: string }
    if (operation !== 'createOrder' || partnerReference === undefined || isWithOtherKey(request))
      return forward(request)
    const isAbandoned = /-[de]-\d$/.test(partnerReference)
    const headers = Object.fromEntries(request.headers)
    const forms = formsIn({ target: '', headers, body }, 'purchase')
    worn[isAbandoned ? 'plain' : known.has(partnerReference) ? 'replay' : 'first'].push(seenIn(forms))
    known.add(partnerReference)
    return forward(request)
  })
  expect(worn.plain.flat()).toEqual([])
  expect(worn.first).toEqual([PLAIN, ...first.map(seenIn), PLAIN, ['accept-json']])
  // Before the last two bodies comes a known reference with another SKU.
  expect(worn.replay).toEqual([...replay.map(seenIn).slice(0, -2), PLAIN, ...replay.map(seenIn).slice(-2)])
})

describe('what a service refuses', () => {
  const wardrobe = () => new Wardrobe(planForms(randomBy(3)))
  const worn = (from: Wardrobe, count = 14) => Array.from({ length: count }, () => from.next('replay'))

  test('is not worn again, where it was worn alone', () => {
    const dressing = wardrobe()
    dressing.refuse(['sku-first', 'chunked'])
    expect(worn(dressing).flat()).not.toContain('chunked')
  })

  test('is found among several forms: each is worn without the others until one is refused again', () => {
    const dressing = wardrobe()
    const suspected: Row = ['charset', 'chunked', 'identity']
    dressing.refuse(suspected)
    for (const row of worn(dressing))
      expect(row.filter((form) => suspected.includes(form)).length).toBeLessThan(2)
    dressing.serve(['charset'])
    dressing.refuse(['chunked', 'accept-any'])
    expect(worn(dressing).flat()).not.toContain('chunked')
    expect(worn(dressing).flat()).toContain('accept-any')
  })

  test('is not what JSON allows', () => {
    const dressing = wardrobe()
    dressing.refuse(['sku-first'])
    expect(worn(dressing).flat()).toContain('sku-first')
  })
})
