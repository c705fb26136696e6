import type { CertificationProgress } from '../../../../certification/runner/progress.ts'
import { type Io, print } from '../../../io.ts'
import { exchangeLine } from '../../../mock/exchange-line.ts'
import { type Paint, paintFor } from '../../../terminal/terminal.ts'
import type { Heading } from '../heading.ts'

const MARKS = { untouched: '○', 'under-way': '›', ended: '✓' } as const

/**
 * Shows on standard output what arrives from a service.
 *
 * @param heading is printed first.
 */
export function serviceProgress(io: Io, heading: Heading): (progress: CertificationProgress) => void {
  const paint = paintFor(io.stdout, io.env)
  return (progress) => {
    if (progress.event === 'begun') print(io, heading(progress))
    else if (progress.event === 'listening') print(io, invitation(progress, paint))
    else if (progress.event === 'heard') print(io, exchangeLine(progress.exchange, paint))
    else if (progress.event === 'stage') {
      const { sku, stage } = progress
      print(io, paint('bold', `${MARKS[stage]} ${sku} ${stage.replace('-', ' ')}`))
    }
  }
}

type Listening = Extract<CertificationProgress, { event: 'listening' }>

/** The key is shown only here. It belongs to this mock, and ends with the run. */
function invitation({ url, key, scenarios }: Listening, paint: Paint): string {
  const title = (text: string) => paint('bold', text)
  return [
    `  ${title('Base address')}  ${url}`,
    `  ${title('Key')}           ${key}`,
    '',
    `  ${title('Have your service buy')}, each under references of its own, in any order but the last:`,
    ...scenarios.map(
      ({ sku, purchases, story }) => `  ${purchases} × ${sku.padEnd(28)}${paint('dim', story)}`,
    ),
    '',
    paint('dim', '  It ends when all is bought and it is quiet. Enter ends it now; Ctrl-C interrupts it.'),
    '',
  ].join('\n')
}
