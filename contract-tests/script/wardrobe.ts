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
  next(occasion: Occasion, allowed: (form: FormId) => boolean = () => true): readonly FormId[] {
    const rows = Array.from({ length: this.#isFull(WEARERS[occasion]) ? 1 : TRIED[this.#strength] }, () =>
      this.#row(occasion, allowed),
    )
    const gains = rows.map((row) => this.#gainOf(row, occasion))
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
    for (const key of keysOf([...row, placeOf(occasion)], this.#strength))
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
    const usable = (occasion: Occasion) => valuesOn(occasion).map((values) => this.#usable(values))
    const every = () =>
      OCCASIONS[wearer].flatMap((occasion) =>
        combinations([...usable(occasion), [placeOf(occasion)]], this.#strength),
      )
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
  #row(occasion: Occasion, allowed: (form: FormId) => boolean): Row {
    const dimensions = valuesOn(occasion)
    let row: Row = [...dimensions.map(() => UNSET), placeOf(occasion)]
    let isOneSuspected = false
    for (const at of this.#shuffled([...dimensions.keys()])) {
      const values = dimensions[at] ?? []
      const isSuspected = (place: number) => this.#suspected.has(values[place] as FormId)
      const isFitting = (place: number) => {
        const form = values[place] ?? null
        return form === null || (allowed(form) && !(isOneSuspected && isSuspected(place)))
      }
      const fitting = this.#shuffled(this.#usable(values).filter(isFitting))
      const rows = fitting.map((place) => row.with(at, place))
      const gains = rows.map((tried) => this.#gainOf(tried, occasion))
      row = rows[gains.indexOf(Math.max(...gains))] ?? row
      isOneSuspected ||= isSuspected(row[at] ?? 0)
    }
    return row
  }

  /** How much a row would cover that is not covered. */
  #gainOf(row: Row, occasion: Occasion): number {
    const covered = this.#covered[WEARERS[occasion]]
    // Two values lead to three.
    const strength = row.filter((value) => value !== UNSET).length < 3 ? 2 : this.#strength
    return keysOf(row, strength).filter((key) => !covered.has(key)).length
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

function keysOf(row: Row, strength: 2 | 3): readonly number[] {
  return combinations(
    row.map((value) => (value === UNSET ? [] : [value])),
    strength,
  )
}

/** More than a dimension has values, and more than all dimensions have. */
const [MOST_VALUES, MOST] = [8, 128]

/** Every combination of values of two, or three, dimensions, as a number. */
function combinations(dimensions: readonly (readonly number[])[], strength: 1 | 2 | 3, from = 0): number[] {
  const keys: number[] = []
  for (let at = from; at < dimensions.length; at += 1)
    for (const value of dimensions[at] ?? []) {
      const own = at * MOST_VALUES + value
      if (strength === 1) keys.push(own)
      else
        for (const rest of combinations(dimensions, strength === 3 ? 2 : 1, at + 1))
          keys.push(rest * MOST + own)
    }
  return keys
}
