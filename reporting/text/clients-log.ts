import type { ClientOutput, Report } from '../../contract/report/report.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { counted } from '../../contract/text/listed.ts'
import { exitWords } from './timeline-lines.ts'

/** What the client wrote in each scenario; null if the kit did not start the client. */
export function clientsLog({ scenarios }: Harmless<Report>): string | null {
  const parts = (scenarios ?? []).flatMap(({ sku, exit, output }) => {
    if (output === undefined) return []
    const ended = exit === null ? '' : `, client ${exitWords(exit)}`
    return [
      `===== ${sku}${ended} =====`,
      ...outputParts(output).flatMap(({ title, text }) => [`----- ${title} -----`, text.trimEnd()]),
      '',
    ]
  })
  return parts.length === 0 ? null : parts.join('\n')
}

export type OutputPart = { readonly title: string; readonly text: string }

export function outputParts({ stdout, stderr }: ClientOutput): readonly OutputPart[] {
  return [
    { name: 'standard output', ...stdout },
    { name: 'standard error', ...stderr },
  ]
    .filter(({ text }) => text !== '')
    .map(({ name, text, bytes }) => ({
      title: `${name}, ${text.startsWith('…') ? 'the end of ' : ''}${counted(bytes, 'byte')}`,
      text,
    }))
}
