import type { Clock } from '../../contract/clock.ts'
import type { CompletedExchange } from '../../mock-server/journal/journal.ts'

/** How many exchanges a second are shown one by one; and, above that, how many failed ones. */
const MOST_LINES = 200

const SECOND_MS = 1_000

/** The exchanges of a second that had too many to show each. */
export type BusySecond = {
  readonly exchanges: number
  /** How many of them were refused, failed or did not arrive completely. */
  readonly wrong: number
  /** How many of those have no own line. */
  readonly unnamed: number
}

type Shown = {
  readonly line: (completed: CompletedExchange) => void
  readonly summary: (second: BusySecond) => void
}

/**
 * Shows exchanges one by one while a reader can follow. Above 200 a second it says once a second how many there were, and
 * shows only those that went wrong, until a second has fewer again. Exchanges that are not shown are not read from the journal.
 *
 * @returns a function to call with each exchange.
 */
export function unlessBusy({ line, summary }: Shown, clock: Clock): (completed: CompletedExchange) => void {
  let [exchanges, wrong, lines] = [0, 0, 0]
  let isBusy = false
  let isTimed = false
  let began = Number.NEGATIVE_INFINITY
  const endSecond = () => {
    isTimed = false
    if (isBusy) summary({ exchanges, wrong, unnamed: Math.max(0, wrong - lines) })
    isBusy = isBusy && exchanges > MOST_LINES
    begin(clock.now())
    if (isBusy) time()
  }
  const begin = (now: number) => {
    began = now
    ;[exchanges, wrong, lines] = [0, 0, 0]
  }
  const time = () => {
    isTimed = true
    clock.after(SECOND_MS - (clock.now() - began), endSecond)
  }
  return (completed) => {
    if (!isTimed && clock.now() >= began + SECOND_MS) begin(clock.now())
    exchanges += 1
    const isWrong = wentWrong(completed)
    if (isWrong) wrong += 1
    if (!isBusy && exchanges > MOST_LINES) {
      isBusy = true
      lines = wrong - (isWrong ? 1 : 0)
      time()
    }
    if (isBusy && !(isWrong && lines < MOST_LINES)) return
    if (isBusy) lines += 1
    line(completed)
  }
}

function wentWrong({ status, outcome }: CompletedExchange): boolean {
  return outcome !== 'delivered' || status === null || status >= 400
}
