import type { CertificationProgress } from '../../../../certification/runner/progress.ts'
import { type Io, print } from '../../../io.ts'
import { exchangeLine, unreadableLine } from '../../../mock/exchange-line.ts'
import { fold, type Paint, paintFor, widthOf } from '../../../terminal/terminal.ts'
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
  const [paint, width] = [paintFor(io.stdout, io.env), widthOf(io.stdout)]
  return (progress) => {
    if (progress.event === 'begun') print(io, heading(progress))
    else if (progress.event === 'listening')
      print(io, invitation(isKeyGiven ? { ...progress, key: GIVEN } : progress, paint, width))
    else if (progress.event === 'unreadable')
      print(io, unreadableLine(progress.message, Date.now(), { paint, width }))
    else if (progress.event === 'heard') print(io, exchangeLine(progress.exchange, paint, width))
    else if (progress.event === 'stage') {
      const { sku, stage } = progress
      print(io, paint('bold', `${MARKS[stage]} ${sku} ${stage.replace('-', ' ')}`))
    }
  }
}

/** A key that the user named is not repeated. */
const GIVEN = 'the one that --key names'

type Listening = Extract<CertificationProgress, { event: 'listening' }>

const STORY_AT = 32
const UNTIL = 'It ends when all is bought and it is quiet. Enter ends it now; Ctrl-C interrupts it.'

/** The key is shown only here. It belongs to this mock, and ends with the run. */
function invitation({ url, key, certificate, scenarios }: Listening, paint: Paint, width: number): string {
  const title = (text: string) => paint('bold', text)
  return [
    `  ${title('Base address')}  ${url}`,
    `  ${title('Key')}           ${key}`,
    ...(certificate === null
      ? []
      : [`  ${title('Certificate')}   ${certificate}: have your service trust it`]),
    '',
    `  ${title('Have your service buy')}, each under references of its own, the last at the end:`,
    ...scenarios.map(({ sku, purchases, story }) =>
      fold(`  ${purchases} × ${sku.padEnd(28)}${story}`, width, STORY_AT),
    ),
    '',
    paint('dim', fold(`  ${UNTIL}`, width)),
    '',
  ].join('\n')
}
