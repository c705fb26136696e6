import { describe, expect, test } from 'vitest'
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

/** Every two dimensions of requests, and in each every choice of a form or none. */
function choicesOf(wearer: Wearer, without: Row = []): readonly (readonly [Choice, Choice])[] {
  const dimensions = [...dimensionsOf(wearer).values()].map((forms): readonly Choice[] => [
    ...forms.filter((form) => !without.includes(form)).map((form) => ({ form, forms })),
    { form: null, forms },
  ])
  return dimensions.flatMap((ones, at) =>
    dimensions
      .slice(at + 1)
      .flatMap((others) => ones.flatMap((one) => others.map((other) => [one, other] as const))),
  )
}
type Choice = { readonly form: FormId | null; readonly forms: Row }
const isWornBy = (row: Row) => (choice: Choice) =>
  choice.form === null ? !choice.forms.some((form) => row.includes(form)) : row.includes(choice.form)

test('every two forms are worn together, and each without the other', () => {
  for (const [wearer, rows] of Object.entries(requestsOf(planForms())))
    for (const pair of choicesOf(wearer as Wearer))
      expect(rows.some((row) => pair.every(isWornBy(row)))).toBe(true)
})

test('no form of a body coincides with a first purchase, with identical bodies, or with one order', () => {
  const { first, replay } = planForms()
  for (const form of [...dimensionsOf('purchase').values()].flat()) {
    const isWorn = (row: Row) => row.includes(form)
    for (const rows of [aloneOf(BOUGHT, first), aloneOf(REPLAYED, replay)])
      expect([form, rows.some(isWorn), rows.every(isWorn)]).toEqual([form, true, false])
    const orders = REPLAYED.filter((_, nth) => replay[nth]?.includes(form))
    expect([form, new Set(aloneOf(orders, orders)).size > 1]).toEqual([form, true])
  }
})

test('an identical body that is sent alone tells every two forms apart', () => {
  const { replay } = planForms()
  const forms = [...dimensionsOf('purchase').values()].flat()
  const worn = forms.map((form) => aloneOf(REPLAYED, replay).map((row) => row.includes(form)))
  expect(new Set(worn.map(String)).size).toBe(forms.length)
})

test('of four lookups in a row one wears each form, so that late ones do', () => {
  const { lookup } = planForms()
  for (let from = 4; from < lookup.length; from += 4) {
    const worn = lookup.slice(from, from + 4).flat()
    for (const form of [...dimensionsOf('lookup').values()].flat()) expect(worn).toContain(form)
  }
})

test.for([[['charset']], [['chunked']], [['charset', 'chunked']]] as const)(
  'what a profile rules out is not worn, and the other forms are covered without it: %j',
  ([without]) => {
    const rows = requestsOf(planForms(without)).purchase
    for (const form of without) expect(rows.flat()).not.toContain(form)
    for (const pair of choicesOf('purchase', without))
      expect(rows.some((row) => pair.every(isWornBy(row)))).toBe(true)
  },
)

test('what a run sends in fair weather wears what was planned', async () => {
  const { first, replay } = planForms()
  const worn = { first: [] as Row[], replay: [] as Row[], plain: [] as Row[] }
  const known = new Set<string>()
  await reportInProcess({}, async (request, forward, operation) => {
    const body = await request.clone().text()
    const { partnerReference } = Object(parseJson(body)) as { partnerReference?: string }
    if (operation !== 'createOrder' || partnerReference === undefined || isWithOtherKey(request))
      return forward(request)
    const isAbandoned = /-d-\d$/.test(partnerReference)
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
  const wardrobe = () => new Wardrobe(planForms())
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
