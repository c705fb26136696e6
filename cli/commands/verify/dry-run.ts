import { EXIT_CODES } from '../../../contract/report/verdict.ts'
import { counted } from '../../../contract/text/listed.ts'
import { PROVOKED_PURCHASES } from '../../../contract-tests/assumptions.ts'
import type { Check } from '../../../contract-tests/checks/check.ts'
import { CLIENT_TITLE } from '../../../contract-tests/checks/reference-client.ts'
import { CHECKS, purchasesOf } from '../../../contract-tests/suite.ts'
import { type Io, print } from '../../io.ts'
import { say, widthOf, wrapBeside } from '../../terminal/terminal.ts'

const COUNT_WIDTH = 4

type Line = { readonly purchases?: number; readonly title: string }

/** Prints the checks of a run by clause, how many purchases each sends, and what that comes to. Sends nothing. */
export function sayPlan(checks: readonly Check[], limit: number, io: Io): number {
  say(
    io,
    'Nothing was sent. A run would check the following. A number says how many purchases a check sends.',
  )
  for (const [clause, own] of Map.groupBy(checks, (check) => check.clause)) sayGroup(clause, own, io)
  if (checks === CHECKS) sayGroup('for no clause', OTHERS, io)
  const { shared, cards, purchases, withConfirmations } = purchasesOf(checks)
  if (shared > 0)
    sayGroup('for all of these', [{ purchases: shared, title: 'the orders that they look at' }], io)
  say(
    io,
    `\nThat is ${counted(purchases, 'purchase')}, ${cards} of which buy a card; or up to ${withConfirmations}, since a check that fails is run once more. At most ${limit} are sent (--max-purchases).`,
  )
  return EXIT_CODES.kept
}

const OTHERS: readonly Line[] = [
  { purchases: 1, title: CLIENT_TITLE },
  { purchases: PROVOKED_PURCHASES, title: 'what must be refused is refused as the profile says' },
]

function sayGroup(name: string, lines: readonly Line[], io: Io): void {
  print(io, `\n${name}`)
  for (const { purchases = 0, title } of lines) {
    const count = (purchases === 0 ? '' : String(purchases)).padStart(COUNT_WIDTH)
    for (const line of wrapBeside(`${count}  `, title, COUNT_WIDTH + 2, widthOf(io.stdout))) print(io, line)
  }
}
