import { parseJson } from '../../contract/text/parse-json.ts'
import { orderRequest } from '../../contract/wire/bodies.ts'
import { dimensionsOf, type FormId, formOf, formsIn, type Wearer, wearerOf } from '../history/forms.ts'
import type { Entry } from '../history/history.ts'

/** What a request is, besides its forms: they are covered together with it. */
export type Occasion = 'first' | 'replay' | 'lookup' | 'read'

/** By dimension: which of its values, in its order; the plain one is the first. */
type Row = readonly number[]

/** How many rows are built, of which the best is worn: for two by two, and for three by three. */
const TRIED = { 2: 12, 3: 3 } as const

const WEARERS = { first: 'purchase', replay: 'purchase', lookup: 'lookup', read: 'read' } as const
const OCCASIONS = { purchase: ['first', 'replay'], lookup: ['lookup'], read: ['read'] } as const

type Values = readonly (FormId | null)[]

/**
 * Dresses the requests of a run: one after another, so that soon every two forms have been worn together by requests of
 * the same kind, and each without the other (a pairwise covering array; three by three where the run is thorough). What it
 * chooses follows from the seed, and from what was refused.
 */
export class Wardrobe {
  readonly #random: () => number
  readonly #strength: 2 | 3
  readonly #covered: Readonly<Record<Wearer, Set<number>>> = {
    purchase: new Set(),
    lookup: new Set(),
    read: new Set(),
  }
  /** All that can be worn, for each wearer, until another form is refused. */
  readonly #all = new Map<Wearer, readonly number[]>()
  readonly #full = new Set<Wearer>()
  /** Forms that a service refuses, or the profile rules out. */
  readonly #refused: Set<FormId>
  /** Forms one of which was refused: each is worn without the others, until it is known which. */
  readonly #suspected = new Set<FormId>()

  constructor(random: () => number, strength: 2 | 3 = 2, refused: Iterable<FormId> = []) {
    this.#random = random
    this.#strength = strength
    this.#refused = new Set(refused)
  }

  /** What the next request wears: the forms that cover most of what is not covered. */
  next(occasion: Occasion): readonly FormId[] {
    // When all is covered, any row is as good as another.
    const tried = this.#isFull(WEARERS[occasion]) ? 1 : TRIED[this.#strength]
    const rows = Array.from({ length: tried }, () => this.#row(occasion))
    const best = rows.reduce((one, other) => (other.gain > one.gain ? other : one))
    return valuesOn(occasion).flatMap((values, at) => values[best.places[at] ?? 0] ?? [])
  }

  /** Notes what a request wore. */
  note(occasion: Occasion, worn: readonly FormId[]): void {
    const row = valuesOn(occasion).map((values) =>
      Math.max(
        0,
        values.findIndex((value) => value !== null && worn.includes(value)),
      ),
    )
    const numbers = [...row, placeOf(occasion)].map((value, at) => [numberOf(at, value)])
    for (const sum of sumsOf(numbers, this.#strength)) this.#covered[WEARERS[occasion]].add(sum)
  }

  /** Notes that a service has served what wears these forms. */
  serve(worn: readonly FormId[]): void {
    for (const form of worn) this.#suspected.delete(form)
  }

  /** Notes that a service refused what wears these forms, and served the same without them. */
  refuse(worn: readonly FormId[]): void {
    const limited = worn.filter((form) => formOf(form).limit !== null)
    const suspected = limited.filter((form) => this.#suspected.has(form))
    const [only, ...others] = suspected.length > 0 ? suspected : limited
    if (only === undefined || others.length > 0) for (const form of limited) this.#suspected.add(form)
    else {
      this.#refused.add(only)
      this.#all.clear()
    }
  }

  /** How many combinations of two forms, or three, were worn, of all that requests of a kind can wear. */
  coverage(wearer: Wearer): { readonly covered: number; readonly all: number } {
    const every = () =>
      OCCASIONS[wearer].flatMap((occasion) => {
        const usable = [...valuesOn(occasion).map((values) => this.#usable(values)), [placeOf(occasion)]]
        const numbers = usable.map((places, at) => places.map((place) => numberOf(at, place)))
        return sumsOf(numbers, this.#strength)
      })
    const all = this.#all.get(wearer) ?? [...new Set(every())]
    this.#all.set(wearer, all)
    return { covered: all.filter((key) => this.#covered[wearer].has(key)).length, all: all.length }
  }

  #isFull(wearer: Wearer): boolean {
    if (this.#full.has(wearer)) return true
    const { covered, all } = this.coverage(wearer)
    if (covered === all) this.#full.add(wearer)
    return covered === all
  }

  #usable(values: Values): readonly number[] {
    return values.flatMap((value, at) => (value !== null && this.#refused.has(value) ? [] : [at]))
  }

  /** A row that is built up from any dimension on, each value the one that covers most with those before it. */
  #row(occasion: Occasion): { readonly places: Row; readonly gain: number } {
    const dimensions = valuesOn(occasion)
    const covered = this.#covered[WEARERS[occasion]]
    const places = dimensions.map(() => 0)
    const chosen = [numberOf(dimensions.length, placeOf(occasion))]
    let gain = 0
    let isOneSuspected = false
    for (const at of this.#shuffled([...dimensions.keys()])) {
      const values = dimensions[at] ?? []
      const isSuspected = (place: number) => this.#suspected.has(values[place] as FormId)
      const isFitting = (place: number) => !(isOneSuspected && isSuspected(place))
      // Two by two, as long as only one is chosen.
      const sums =
        this.#strength === 2 || chosen.length < 2
          ? chosen
          : sumsOf(
              chosen.map((one) => [one]),
              2,
            )
      let best = { place: 0, gained: -1 }
      for (const place of this.#shuffled(this.#usable(values).filter(isFitting))) {
        const number = numberOf(at, place)
        const gained = sums.filter((sum) => !covered.has(sum + number)).length
        if (gained > best.gained) best = { place, gained }
      }
      places[at] = best.place
      chosen.push(numberOf(at, best.place))
      gain += best.gained
      isOneSuspected ||= isSuspected(best.place)
    }
    return { places, gain }
  }

  #shuffled<Item>(items: readonly Item[]): readonly Item[] {
    return items
      .map((item) => ({ item, at: this.#random() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ item }) => item)
  }
}

/** The values of each dimension, the plain one first. */
function valuesOn(occasion: Occasion): readonly Values[] {
  return VALUES[WEARERS[occasion]]
}

const valuesFor = (wearer: Wearer): readonly Values[] =>
  [...dimensionsOf(wearer).values()].map((forms) => [null, ...forms])

const VALUES = { purchase: valuesFor('purchase'), lookup: valuesFor('lookup'), read: valuesFor('read') }

/** The occasion as one more value of a row: together with it, each form is covered. */
function placeOf(occasion: Occasion): number {
  return occasion === 'replay' ? 1 : 0
}

/** More than a dimension has values. */
const MOST_VALUES = 4

/** A value of a dimension as a number: a power of two, so that a sum tells which they were. */
function numberOf(at: number, value: number): number {
  return 2 ** (at * MOST_VALUES + value)
}

/** Every combination of so many numbers, each of another dimension, as their sum. */
function sumsOf(dimensions: readonly (readonly number[])[], strength: number): readonly number[] {
  if (strength === 1) return dimensions.flat()
  return dimensions.flatMap((numbers, at) => {
    const rest = sumsOf(dimensions.slice(at + 1), strength - 1)
    return numbers.flatMap((one) => rest.map((sum) => one + sum))
  })
}

/** How many pairs of forms the requests of each kind wore, of all that they could. */
export type Coverage = Readonly<Record<Wearer, { readonly covered: number; readonly all: number }>>

/** What was worn together in a run: read from its history. */
export function coverageOf(entries: Iterable<Entry>): Coverage {
  const wardrobe = new Wardrobe(() => 0)
  const bought = new Set<string>()
  for (const { key, abandonedMs, exchange } of entries) {
    const { operation, request } = exchange
    if (operation === null || key !== 'own') continue
    const wearer = wearerOf(operation)
    const occasion: Occasion = wearer === 'purchase' ? occasionOf(request.body, bought) : wearer
    // One whose client goes away is plain, and what follows it is its identical body.
    if (abandonedMs === null) wardrobe.note(occasion, formsIn(request, wearer))
  }
  return {
    purchase: wardrobe.coverage('purchase'),
    lookup: wardrobe.coverage('lookup'),
    read: wardrobe.coverage('read'),
  }
}

function occasionOf(body: string | null, bought: Set<string>): Occasion {
  const { partnerReference } = orderRequest.safeParse(parseJson(body ?? '')).data ?? {}
  if (partnerReference === undefined || bought.has(partnerReference)) return 'replay'
  bought.add(partnerReference)
  return 'first'
}
