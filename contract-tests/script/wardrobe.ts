import { randomBy } from '../../contract/random.ts'
import { dimensionsOf, type FormId, formOf } from '../history/forms.ts'

/** What a request is, besides its forms: they are covered together with it. */
export type Occasion = 'first' | 'replay' | 'lookup' | 'read'

/** The forms of each request of a run, by its occasion, in the order of sending. */
export type FormsPlan = Readonly<Record<Occasion, readonly (readonly FormId[])[]>>

/**
 * The purchases of a run in fair weather, each by a letter of its order, with a * where it is sent beside others: all but
 * those that are abandoned, and their identical bodies. They are plain, so that no form is worn only where a client went
 * away.
 */
const PURCHASES = 'a a b t* t* t* T* f g f g a b'

/** After so many lookups, and so many other reads, they begin again. */
const READS = 16

/** Of so many reads in a row, one wears each form: early ones and late ones. */
const IN_A_ROW = 4

/** A request that is to be sent: of which order, and of the requests among which forms are dealt out evenly. */
type Slot = { readonly occasion: Occasion; readonly order: string; readonly group: string }

/** By slot, which of so many values it has; of a dimension, 0 is the plain one. */
type Column = { readonly size: number; readonly places: readonly number[] }

/** What the plan is dealt by: the same one in every run. */
const SEED = 0x5eed

/**
 * Which request wears which forms: a covering array. Every two forms are worn together, and each without the other. Each is worn by identical bodies of two orders that are sent alone, and by no others than another
 * form is: what such a body shows, it shows of one form.
 */
export function planForms(refused: readonly FormId[] = []): FormsPlan {
  const random = randomBy(SEED)
  const plan: Record<Occasion, (readonly FormId[])[]> = { first: [], replay: [], lookup: [], read: [] }
  for (const wearer of ['purchase', 'lookup', 'read'] as const) {
    const slots = wearer === 'purchase' ? purchases() : reads(wearer)
    const dimensions = [...dimensionsOf(wearer).values()]
      .map((forms) => [null, ...forms.filter((form) => !refused.includes(form))])
      // The one with most forms fits with least.
      .toSorted((one, other) => other.length - one.length)
    const sizes = dimensions.map(({ length }) => length)
    const columns = dealtTo(slots, sizes, random)
    for (const [at, { occasion }] of slots.entries())
      plan[occasion].push(dimensions.flatMap((values, nth) => values[columns[nth]?.places[at] ?? 0] ?? []))
  }
  // The first purchase of all is plain until it is served.
  return { ...plan, first: plan.first.slice(1) }
}

function purchases(): readonly Slot[] {
  const known = new Set<string>()
  return PURCHASES.split(' ').map((name) => {
    const [order = '', mark = ''] = name
    const occasion = known.has(order) ? 'replay' : 'first'
    known.add(order)
    return { occasion, order, group: occasion + mark }
  })
}

function reads(occasion: Occasion): readonly Slot[] {
  return Array.from({ length: READS }, (_, nth) => {
    return { occasion, order: `${nth}`, group: `${Math.floor(nth / IN_A_ROW)}` }
  })
}

/** How often forms are dealt until a plan is begun again, and in all: what is not in it by then is not worn. */
const DEALS = { aPlan: 400, most: 8000 } as const

/** Deals the values of one dimension after another out to slots, each until it shows all that it is to show beside the others. */
function dealtTo(slots: readonly Slot[], sizes: readonly number[], random: () => number): readonly Column[] {
  let columns: Column[] = []
  for (let deals = 1; columns.length < sizes.length && deals <= DEALS.most; deals += 1) {
    const size = sizes[columns.length] ?? 1
    const column = { size, places: dealt(slots, size, random) }
    const isCovered = [occasionsOf(slots), ...columns].every((other) => areAllTogether(other, column))
    if (isCovered && isClear(slots, columns, column)) columns.push(column)
    else if (deals % DEALS.aPlan === 0) columns = []
  }
  return columns
}

/** So many values, evenly to each group, in an order of chance. The first slot of all has the plain one. */
function dealt(slots: readonly Slot[], size: number, random: () => number): readonly number[] {
  const places = slots.map(() => 0)
  for (const group of Map.groupBy([...slots.keys()].slice(1), (slot) => slots[slot]?.group).values()) {
    const begin = Math.floor(random() * size)
    const shuffled = group.map((slot) => ({ slot, at: random() })).toSorted((one, other) => one.at - other.at)
    for (const [nth, { slot }] of shuffled.entries()) places[slot] = (begin + nth) % size
  }
  return places
}

function occasionsOf(slots: readonly { readonly occasion: Occasion }[]): Column {
  const all = [...new Set(slots.map(({ occasion }) => occasion))]
  return { size: all.length, places: slots.map(({ occasion }) => all.indexOf(occasion)) }
}

/** Whether each value of one column is in some slot together with each value of the other. */
function areAllTogether(one: Column, other: Column): boolean {
  const pairs = one.places.map((place, slot) => place * other.size + (other.places[slot] ?? 0))
  return new Set(pairs).size === one.size * other.size
}

/** Whether each form of a column is worn by other slots than those before, and for two orders: first purchases count for nothing. */
function isClear(slots: readonly Slot[], columns: readonly Column[], column: Column): boolean {
  const alone = [...slots.keys()].filter((at) => !/^first|\*$/.test(slots[at]?.group ?? ''))
  const wearing = ({ size, places }: Column) =>
    Array.from({ length: size - 1 }, (_, nth) => alone.filter((at) => places[at] === nth + 1))
  const known = new Set(columns.flatMap(wearing).map(String))
  return wearing(column).every(
    (worn) => !known.has(String(worn)) && new Set(worn.map((at) => slots[at]?.order)).size > 1,
  )
}

/** Dresses the requests of a run by a plan, without what a service was seen to refuse. */
export class Wardrobe {
  readonly #plan: FormsPlan
  readonly #dressed: Record<Occasion, number> = { first: 0, replay: 0, lookup: 0, read: 0 }
  readonly #refused = new Set<FormId>()
  /** Forms one of which was refused: each is worn without the others, until it is known which. */
  readonly #suspected = new Set<FormId>()

  constructor(plan: FormsPlan) {
    this.#plan = plan
  }

  next(occasion: Occasion): readonly FormId[] {
    const rows = this.#plan[occasion]
    const planned = rows[this.#dressed[occasion] % rows.length] ?? []
    this.#dressed[occasion] += 1
    const [, ...others] = planned.filter((form) => this.#suspected.has(form))
    return planned.filter((form) => !this.#refused.has(form) && !others.includes(form))
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
    else this.#refused.add(only)
  }
}
