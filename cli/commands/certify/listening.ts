import type { CertificationProgress, ListenOptions, Purchase } from '../../../certification/options.ts'
import { listed } from '../../../contract/text/listed.ts'
import { EVERY_ADDRESS } from '../../../mock-server/http/listen.ts'
import { jsonFile, writeWhole } from '../../files/files.ts'
import { type Folder, type Io, print } from '../../io.ts'
import { exchangeLine, unreadableLine } from '../../mock/exchange-line.ts'
import { fold, type Screen, say, screenOf } from '../../terminal/terminal.ts'
import { type Asked, heading, type Way } from './progress.ts'

/** `timeout` is in seconds. */
type Listened = Asked & {
  readonly port: number
  readonly key?: string
  readonly shoppingList?: string
  readonly timeout: number
}

/** Once closed, it no longer waits for Enter. */
export function listenTo(options: Listened, profileSource: string, tls: ListenOptions['tls'], io: Io): Way {
  const { port, host, key, shoppingList, timeout: timeoutSeconds } = options
  const { signal: finished, release: close } = enterPressed(io)
  const isKeyGiven = key !== undefined
  const isOpen = host !== undefined && host in EVERY_ADDRESS
  const show = serviceProgress(io, isKeyGiven, isOpen)
  return {
    client: { listen: { port, host, key, timeoutSeconds, tls, finished } },
    show(progress) {
      if (progress.event === 'begun') print(io, heading(progress, options, profileSource))
      if (progress.event === 'listening' && shoppingList !== undefined)
        writeShoppingList(shoppingList, progress, { isKeyGiven, folder: io })
      show(progress)
    },
    close,
  }
}

const MARKS = { untouched: '○', 'under-way': '›', ended: '✓' } as const

function serviceProgress(io: Io, isKeyGiven: boolean, isOpen: boolean): Way['show'] {
  const { paint, width } = screenOf(io)
  const open = new Map<string, Purchase>()
  return (progress) => {
    if (progress.event === 'listening') {
      for (const purchase of progress.purchases) open.set(purchase.sku, purchase)
      print(io, invitation(isKeyGiven ? { ...progress, key: GIVEN } : progress, isOpen, { paint, width }))
    } else if (progress.event === 'unreadable')
      print(io, unreadableLine(progress.message, Date.now(), { paint, width }))
    else if (progress.event === 'heard') {
      print(io, exchangeLine(progress.exchange, paint, width))
      const { sku = '', effect } = progress.exchange.order ?? {}
      if (effect === 'recorded' && open.get(sku)?.endsKey === true && open.size > 1)
        print(io, paint('yellow', fold(`! ${tooEarly(sku, open)}`, width, 2)))
    } else if (progress.event === 'stage') {
      const { sku, stage } = progress
      print(io, paint('bold', `${MARKS[stage]} ${sku} ${stage.replace('-', ' ')}`))
      if (stage === 'ended' && open.delete(sku) && open.size > 0) say(io, `  ${toBuy(open)}`, 2)
    }
  }
}

const SHOWN = 5

/** The cards that have not ended yet. If only the one that ends the key is left, that is said. */
function toBuy(open: ReadonlyMap<string, Purchase>): string {
  const [first] = open.values()
  const last = open.size === 1 && first?.endsKey === true ? ', last: it ends the key' : ''
  return `Still to buy: ${listed([...open.keys()], SHOWN)}${last}.`
}

function tooEarly(sku: string, open: ReadonlyMap<string, Purchase>): string {
  const others = [...open.keys()].filter((other) => other !== sku)
  return `${sku} was bought too early: it has ended the key, and every further call is refused. ${listed(others, SHOWN)} can't be completed any more. Press Ctrl-C, start this command again, and buy ${sku} when all others have ended.`
}

/** A key that the user named is not repeated. */
const GIVEN = 'the one that --key names'

type Listening = Extract<CertificationProgress, { event: 'listening' }>

const LAST = 'Last, when all of these have ended, because it ends the key'
const STORY_AT = 32
const UNTIL =
  'The run ends when everything is bought and nothing more arrives. Press Enter to end it now, or Ctrl-C to interrupt it.'

/** The key is shown only here. It belongs to this mock, and ends with the run. */
function invitation(
  { url, key, purchases: list }: Listening,
  isOpen: boolean,
  { paint, width }: Screen,
): string {
  const title = (text: string) => paint('bold', text)
  const item = ({ sku, purchases, story }: Purchase) =>
    story === null
      ? `  ${purchases} × ${sku}`
      : fold(`  ${purchases} × ${sku.padEnd(28)}${story}`, width, STORY_AT)
  const isSecret = list.some(({ story }) => story === null)
  const [last, first] = [true, false].map((ends) => list.filter(({ endsKey }) => endsKey === ends))
  return [
    `  ${title('Base address')}  ${url}`,
    ...(isOpen ? [`  ${title('Elsewhere')}     ${elsewhere(url)}`] : []),
    `  ${title('Key')}           ${key}`,
    '',
    `  ${title('Have your service buy')}, each card under a reference of its own${isSecret ? ', and the last one last' : ''}:`,
    ...(first ?? []).map(item),
    ...(last?.length && !isSecret ? ['', `  ${title(LAST)}:`] : []),
    ...(last ?? []).map(item),
    '',
    paint('dim', fold(`  ${UNTIL}`, width)),
    '',
  ].join('\n')
}

/** The address for other machines: under which name they know this one is not known here. */
function elsewhere(url: string): string {
  const { protocol, port } = new URL(url)
  return `${protocol}//HOST${port === '' ? '' : `:${port}`}, where HOST is this machine's name or address`
}

/** Waits for Enter. Other input is ignored, and so is its end: there may be no input at all. */
function enterPressed({ stdin }: Io): { readonly signal: AbortSignal; release(): void } {
  const pressed = new AbortController()
  const hear = (chunk: Buffer) => {
    if (chunk.includes('\n')) pressed.abort()
  }
  stdin.on('data', hear)
  stdin.on('error', () => {})
  return {
    signal: pressed.signal,
    release() {
      stdin.off('data', hear)
      stdin.pause()
    },
  }
}

/** Written once the mock can be called. */
function writeShoppingList(
  file: string,
  { url: baseUrl, key, purchases }: Listening,
  { isKeyGiven, folder }: { readonly isKeyGiven: boolean; readonly folder: Folder },
): void {
  const document = {
    schema: 'partner-purchase/shopping-list@1',
    baseUrl,
    key: isKeyGiven ? null : key,
    // A card with an ordinary name does not say what happens.
    purchases: purchases.map(({ story, endsKey: _, ...purchase }) => ({
      ...purchase,
      ...(story !== null && { story }),
    })),
  }
  writeWhole(file, jsonFile(document), folder)
}
