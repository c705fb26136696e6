import type { Clock } from '../../contract/clock.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { type Answered, type Call, type Card, type Order, SmallService } from './service.fixture.ts'

/**
 * Everything that can happen to one reference: the answers to its first body, to a lookup some seconds later, and to
 * the identical body; and how many cards are charged in the end. Each cell holds the clauses that this breaks, with `|`
 * between clauses of which either may be blamed, and `.` where everything is allowed.
 *
 * - A single purchase may cost anything, since its price is not shown. A repeated body may cost nothing more (§4.2).
 * - An order that was answered as a success and never charged was no additional purchase (§4.2).
 * - After a client disconnected, the lookup or the identical body finds the purchase (§4.3), and it is charged once.
 * - A purchase that was charged must be found, even if no answer ever said that it was bought.
 * - If no answer said anything and nothing was charged, nothing was bought.
 */
const TABLE = `
first      lookup     resend    | none      one       two        unreadable
yes        yes        yes       | new       .         same       .
yes        yes        no        | new+same  same      same       same
yes        yes        nothing   | new       .         same       .
yes        yes        not-sent  | new       .         .          .
yes        no         yes       | new|look  look      look+same  look
yes        no         no        | new|same|look look+same look+same look+same
yes        no         nothing   | new|look  look      look+same  look
yes        no         not-sent  | new       look      look       look
yes        not-asked  yes       | new       .         same       .
yes        not-asked  no        | new+same  same      same       same
yes        not-asked  nothing   | new       .         same       .
yes        not-asked  not-sent  | new       .         .          .
yes        nothing    yes       | new       .         same       .
yes        nothing    no        | new+same  same      same       same
yes        nothing    nothing   | new       .         same       .
yes        nothing    not-sent  | new       .         .          .
abandoned  yes        yes       | new       .         timeout    .
abandoned  yes        no        | new+timeout timeout timeout    timeout
abandoned  yes        nothing   | new       .         timeout    .
abandoned  yes        not-sent  | new       .         .          .
abandoned  no         yes       | new|timeout timeout timeout    timeout
abandoned  no         no        | timeout   timeout   timeout    timeout
abandoned  no         nothing   | .         timeout   timeout    .
abandoned  no         not-sent  | .         timeout   timeout    .
abandoned  not-asked  yes       | new       .         timeout    .
abandoned  not-asked  no        | timeout   timeout   timeout    timeout
abandoned  not-asked  nothing   | .         .         timeout    .
abandoned  not-asked  not-sent  | .         .         .          .
abandoned  nothing    yes       | new       .         timeout    .
abandoned  nothing    no        | timeout   timeout   timeout    timeout
abandoned  nothing    nothing   | .         .         timeout    .
abandoned  nothing    not-sent  | .         .         .          .
nothing    yes        yes       | new       .         same       .
nothing    yes        no        | new+same  same      same       same
nothing    yes        nothing   | new       .         same       .
nothing    yes        not-sent  | new       .         .          .
nothing    no         yes       | new|look  look      look+same  look
nothing    no         no        | same|new  same|new  same       same|new
nothing    no         nothing   | .         look|new  same       .
nothing    no         not-sent  | .         look|new  look|new   .
nothing    not-asked  yes       | new       .         same       .
nothing    not-asked  no        | same|new  same|new  same       same|new
nothing    not-asked  nothing   | .         .         same       .
nothing    not-asked  not-sent  | .         .         .          .
nothing    nothing    yes       | new       .         same       .
nothing    nothing    no        | same|new  same|new  same       same|new
nothing    nothing    nothing   | .         .         same       .
nothing    nothing    not-sent  | .         .         .          .
`

const CLAUSES: Readonly<Record<string, ServerClauseId>> = {
  new: 'new-reference-new-purchase',
  same: 'same-body-same-purchase',
  timeout: 'purchase-survives-timeout',
  look: 'lookup-position',
}
const CHARGED = ['none', 'one', 'two', 'unreadable']

type Cell = {
  /** The answer to the first body. `nothing` is a failure that does not tell whether it was taken. */
  readonly first: string
  readonly lookup: string
  readonly resend: string
  readonly charged: string
}

/** Each cell with the clauses that it breaks. A run has to name one of them, if there are any. */
export const CELLS: readonly { readonly cell: Cell; readonly breaks: readonly ServerClauseId[] }[] =
  TABLE.trim()
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [first = '', lookup = '', resend = '', , ...columns] = line.split(/\s+/)
      return columns.map((column, index) => ({
        cell: { first, lookup, resend, charged: CHARGED[index] ?? '' },
        breaks: column.split(/[+|]/).flatMap((name) => CLAUSES[name] ?? []),
      }))
    })

/**
 * The numbers of the orders that a cell is played to. A suite may use any one order for something other than a
 * purchase.
 */
const EVERY_ORDER = () => true
const CHOICES = [EVERY_ORDER, (nth: number) => nth % 2 === 1, (nth: number) => nth % 2 === 0]

/**
 * The cells that a server can play, each with servers that play it: a suite looks up and resends what it has bought. No
 * run on them may blame another clause. If the cell breaks clauses, at least one of the runs has to notice.
 */
export const PLAYED_CELLS = CELLS.filter(
  ({ cell }) => cell.lookup !== 'not-asked' && cell.resend !== 'not-sent',
).map((row) => ({
  ...row,
  services: CHOICES.slice(0, row.cell.first === 'abandoned' ? 1 : undefined).map(
    (isChosen) => (clock: Clock) => new ScriptedService(clock, row.cell, isChosen),
  ),
}))

type Entry = { readonly order: Order; readonly call: Call; readonly isChosen: boolean; resends: number }

/** This many ordinary orders come first, and show what a card costs. */
const ORDINARY = 2

/**
 * Plays one cell. `abandoned` is played to each order whose client disconnected before its answer. Any other cell is
 * played to chosen orders whose client stayed, except for an order right after a refused one: that order shows whether
 * cards are sold at all.
 */
export class ScriptedService extends SmallService {
  readonly #cell: Cell
  readonly #isChosen: (nth: number) => boolean
  readonly #entries = new Map<string, Entry>()
  #isControl = false

  constructor(clock: Clock, cell: Cell, isChosen: (nth: number) => boolean = EVERY_ORDER) {
    super(clock)
    this.#cell = cell
    this.#isChosen = isChosen
  }

  override async buy(reference: string, card: Card, call: Call): Promise<Answered> {
    const order = { reference, card, placedAt: this.clock.now() }
    const nth = this.#entries.size + 1
    const isChosen = nth > ORDINARY && !this.#isControl && this.#isChosen(nth)
    const entry = { order, call, isChosen, resends: 0 }
    this.#isControl = false
    this.#entries.set(reference, entry)
    this.record(order)
    await this.wait(this.purchaseMs)
    if (!this.#isPlayed(entry) || this.#cell.charged !== 'none') this.move(-card.cents)
    return this.#answer(this.#isPlayed(entry) ? this.#cell.first : 'yes', order)
  }

  override replay(order: Order, call: Call): Answered | Promise<Answered> {
    const entry = this.#entries.get(order.reference)
    if (entry === undefined || !this.#isPlayed(entry)) return super.replay(order, call)
    entry.resends += 1
    if (entry.resends === 1 && this.#cell.charged === 'two') this.move(-order.card.cents)
    this.#isControl = this.#cell.first === 'nothing' && this.#cell.resend === 'no'
    return this.#answer(this.#cell.resend, order)
  }

  override lookup(reference: string): Answered {
    const entry = this.#entries.get(reference)
    if (entry === undefined || !this.#isPlayed(entry) || this.#cell.lookup === 'yes')
      return super.lookup(reference)
    return this.refuse(this.#cell.lookup === 'no' ? 404 : 503)
  }

  override amount(cents: number): object {
    return this.#cell.charged === 'unreadable' ? {} : super.amount(cents)
  }

  #isPlayed({ call, isChosen }: Entry): boolean {
    return this.#cell.first === 'abandoned' ? call.hasLeft() : isChosen && !call.hasLeft()
  }

  #answer(said: string, order: Order): Answered {
    if (said === 'no') return this.refuse(409)
    if (said === 'nothing') return this.refuse(503)
    return this.purchaseAnswer(this.summary(order, 'replay'), order)
  }
}
