import type { CertificationProgress } from '../../../../certification/runner/progress.ts'
import type { Scenario } from '../../../../contract/scenario/scenario.ts'
import { listed } from '../../../../contract/text/listed.ts'
import { type Io, print } from '../../../io.ts'
import { exchangeLine, unreadableLine } from '../../../mock/exchange-line.ts'
import { fold, type Screen, say, screenOf } from '../../../terminal/terminal.ts'
import type { Heading } from '../heading.ts'

const MARKS = { untouched: '○', 'under-way': '›', ended: '✓' } as const

/**
 * Shows on standard output what arrives from a service.
 *
 * @param heading is printed first.
 */
export function serviceProgress(
  io: Io,
  heading: Heading,
  { isKeyGiven }: { readonly isKeyGiven: boolean },
): (progress: CertificationProgress) => void {
  const { paint, width } = screenOf(io)
  const open = new Map<string, Scenario>()
  return (progress) => {
    if (progress.event === 'begun') print(io, heading(progress))
    else if (progress.event === 'listening') {
      for (const scenario of progress.scenarios) open.set(scenario.sku, scenario)
      print(io, invitation(isKeyGiven ? { ...progress, key: GIVEN } : progress, { paint, width }))
    } else if (progress.event === 'unreadable')
      print(io, unreadableLine(progress.message, Date.now(), { paint, width }))
    else if (progress.event === 'heard') {
      print(io, exchangeLine(progress.exchange, paint, width))
      const { sku = '', effect } = progress.exchange.order ?? {}
      if (effect === 'recorded' && open.get(sku)?.revokesKey === true && open.size > 1)
        print(io, paint('yellow', fold(`! ${tooEarly(sku, open)}`, width, 2)))
    } else if (progress.event === 'stage') {
      const { sku, stage } = progress
      print(io, paint('bold', `${MARKS[stage]} ${sku} ${stage.replace('-', ' ')}`))
      if (stage === 'ended' && open.delete(sku) && open.size > 0) say(io, `  ${toBuy(open)}`, 2)
    }
  }
}

const SHOWN = 5

/** What has not ended yet; the card that ends the key, once it is alone, with what it does. */
function toBuy(open: ReadonlyMap<string, Scenario>): string {
  const [first] = open.values()
  const last = open.size === 1 && first?.revokesKey === true ? ', last: it ends the key' : ''
  return `Still to buy: ${listed([...open.keys()], SHOWN)}${last}.`
}

/** Why nothing more can be bought, and how to begin again. */
function tooEarly(sku: string, open: ReadonlyMap<string, Scenario>): string {
  const others = [...open.keys()].filter((other) => other !== sku)
  return `${sku} was bought too early: it has ended the key, and every further call is refused. ${listed(others, SHOWN)} can't be completed any more. Press Ctrl-C, start this command again, and buy ${sku} when all others have ended.`
}

/** A key that the user named is not repeated. */
const GIVEN = 'the one that --key names'

type Listening = Extract<CertificationProgress, { event: 'listening' }>

const LAST = 'And when all of them have ended, last and alone, since it ends the key'
const STORY_AT = 32
const UNTIL_NEXT =
  'The next one follows when it is bought and quiet. Enter ends the run now; Ctrl-C interrupts it.'
const UNTIL = 'It ends when all is bought and it is quiet. Enter ends it now; Ctrl-C interrupts it.'

/** The key is shown only here. It belongs to this mock, and ends with the run. */
function invitation(
  { url, key, certificate, scenarios, own, turn }: Listening,
  { paint, width }: Screen,
): string {
  const title = (text: string) => paint('bold', text)
  const item = ({ sku, purchases, story }: Scenario) =>
    own === null
      ? fold(`  ${purchases} × ${sku.padEnd(28)}${story}`, width, STORY_AT)
      : `  ${purchases} × ${sku}`
  const [last, first] = [true, false].map((ends) => scenarios.filter(({ revokesKey }) => revokesKey === ends))
  return [
    `  ${title('Base address')}  ${url}`,
    `  ${title('Key')}           ${key}`,
    ...(certificate === null
      ? []
      : [`  ${title('Certificate')}   ${certificate}: have your service trust it`]),
    '',
    `  ${title('Have your service buy')}, ${turn === undefined ? `each under references of its own${own === null ? '' : ', the last one last'}` : `with this key, scenario ${turn.number} of ${turn.of} at the TEST environment`}:`,
    ...(first ?? []).map(item),
    ...(last?.length && own === null ? ['', `  ${title(LAST)}:`] : []),
    ...(last ?? []).map(item),
    '',
    paint('dim', fold(`  ${turn === undefined ? UNTIL : UNTIL_NEXT}`, width)),
    '',
  ].join('\n')
}
