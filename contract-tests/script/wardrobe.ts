import { dimensionsOf, type FormId, formOf, type Wearer } from '../history/forms.ts'

/** What a request is, besides its forms: they are covered together with it. */
export type Occasion = 'first' | 'replay' | 'lookup' | 'read'

/** By dimension: which of its values, in its order; the plain one is the first. Those that are not chosen yet are `UNSET`. */
type Row = readonly number[]

const UNSET = -1

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
    const isFull = this.#isFull(WEARERS[occasion])
    const tried = isFull ? 1 : TRIED[this.#strength]
    const rows = Array.from({ length: tried }, () => this.#row(occasion, isFull))
    const gains = rows.map((row) => this.#gainOf(combinations(chosenIn(row), this.#strength), occasion))
    const best = rows[gains.indexOf(Math.max(...gains))] ?? []
    return valuesOn(occasion).flatMap((values, at) => values[best[at] ?? 0] ?? [])
  }

  /** Notes what a request wore. */
  note(occasion: Occasion, worn: readonly FormId[]): void {
    const row = valuesOn(occasion).map((values) =>
      Math.max(
        0,
        values.findIndex((value) => value !== null && worn.includes(value)),
      ),
    )
    for (const key of combinations(chosenIn([...row, placeOf(occasion)]), this.#strength))
      this.#covered[WEARERS[occasion]].add(key)
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
        return combinations(numbers, this.#strength)
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
  #row(occasion: Occasion, isAny: boolean): Row {
    const dimensions = valuesOn(occasion)
    let row: Row = [...dimensions.map(() => UNSET), placeOf(occasion)]
    let isOneSuspected = false
    for (const at of this.#shuffled([...dimensions.keys()])) {
      const values = dimensions[at] ?? []
      const isSuspected = (place: number) => this.#suspected.has(values[place] as FormId)
      const isFitting = (place: number) => !(isOneSuspected && isSuspected(place))
      const fitting = this.#shuffled(this.#usable(values).filter(isFitting))
      // What it covers with two that are chosen; with one, as long as there is no other.
      const before = chosenIn(row)
      const others = isAny ? [] : combinations(before, Math.min(this.#strength - 1, before.flat().length))
      const gains = fitting.map((place) =>
        this.#gainOf(
          others.map((sum) => sum + numberOf(at, place)),
          occasion,
        ),
      )
      row = row.with(at, fitting[gains.indexOf(Math.max(...gains))] ?? UNSET)
      isOneSuspected ||= isSuspected(row[at] ?? 0)
    }
    return row
  }

  /** How many of these combinations are not covered yet. */
  #gainOf(keys: readonly number[], occasion: Occasion): number {
    const covered = this.#covered[WEARERS[occasion]]
    return keys.filter((key) => !covered.has(key)).length
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
const MOST_VALUES = 8

/** A value of a dimension as a number: the sum of two or three of them tells which they were, by the sums of their powers. */
function numberOf(at: number, value: number): number {
  const id = at * MOST_VALUES + value + 1
  return id + id ** 2 * 2 ** 10 + id ** 3 * 2 ** 26
}

/** The values that are chosen in a row, each by itself. */
function chosenIn(row: Row): readonly (readonly number[])[] {
  return row.map((value, at) => (value === UNSET ? [] : [numberOf(at, value)]))
}

/** Every combination of so many values, each of another dimension, as a number. */
function combinations(dimensions: readonly (readonly number[])[], strength: number): readonly number[] {
  if (strength === 1) return dimensions.flat()
  return dimensions.flatMap((numbers, at) => {
    const rest = numbers.length === 0 ? [] : combinations(dimensions.slice(at + 1), strength - 1)
    return numbers.flatMap((one) => rest.map((sum) => one + sum))
  })
}
