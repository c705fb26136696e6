import { type AnswerKey, type Profile, provenanceOf } from '../../../contract/profile/profile.ts'
import type { Harmless } from '../../../contract/text/harmless.ts'
import type { DiscoveryEvent } from '../../../contract-tests/discovery/findings.ts'
import { fold, type Paint, type Screen, wrapBeside } from '../../terminal/terminal.ts'

const MARKS = { observed: '✓', assumed: '~', 'not found': '○' } as const
const STYLES = { observed: 'green', assumed: 'yellow', 'not found': 'yellow' } as const

export function renderEvent(event: Harmless<DiscoveryEvent>, screen: Screen): string {
  const { paint, width } = screen
  switch (event.kind) {
    case 'step':
      return `\n${paint('bold', fold(oneLine(event.text), width))}`
    case 'request':
      return paint('dim', fold(`  ${oneLine(`${event.request} → ${event.result}`)}`, width, 2))
    case 'note':
      return indented(`! ${event.text}`, screen)
    case 'finding': {
      const { key, value, provenance, reason } = event.finding
      const answer = value === undefined ? '' : `${JSON.stringify(value)}, `
      return indented(
        `${MARKS[provenance]} ${key}: ${answer}${provenance}. ${reason}`,
        screen,
        STYLES[provenance],
      )
    }
  }
}

/** The answers of a profile that nobody has seen or confirmed: whole sections by their names. */
export function assumedAnswers(profile: Profile): readonly string[] {
  const { provenance: _, ...sections } = profile
  return Object.entries(sections).flatMap(([section, answers]) => {
    const all = Object.keys(answers).map((name) => `${section}.${name}` as AnswerKey)
    const assumed = all.filter((key) => provenanceOf(profile, key) === 'assumed')
    return assumed.length === all.length ? [section] : assumed
  })
}

function indented(text: string, { paint, width }: Screen, style?: Parameters<Paint>[0]): string {
  const lines = wrapBeside('  ', text, 4, width).join('\n')
  return style === undefined ? lines : paint(style, lines)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
