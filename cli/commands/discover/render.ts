import { type Profile, provenanceOf } from '../../../contract/profile/profile.ts'
import { GAPS } from '../../../contract/reference/gaps.ts'
import type { Harmless } from '../../../contract/text/harmless.ts'
import type { DiscoveryEvent } from '../../../contract-tests/discovery/findings.ts'
import type { SetAside } from '../../../contract-tests/discovery/found-profile.ts'
import { fold, type Paint, type Screen, wrap, wrapBeside } from '../../terminal/terminal.ts'

const MARKS = { observed: '✓', assumed: '~' } as const
const STYLES = { observed: 'green', assumed: 'yellow' } as const

export function renderEvent(event: Harmless<DiscoveryEvent>, screen: Screen): string {
  const { paint, width } = screen
  switch (event.kind) {
    case 'step':
      return `\n${paint('bold', fold(oneLine(event.text), width))}`
    case 'request': {
      const how = event.how === '' ? '' : ` (${event.how})`
      return paint('dim', fold(`  ${oneLine(`${event.request}${how} → ${event.result}`)}`, width, 2))
    }
    case 'note':
      return indented(`! ${event.text}`, screen)
    case 'missed':
      return indented(`○ ${event.miss.key}: not found. ${event.miss.reason}`, screen, 'yellow')
    case 'found': {
      const { key, value, provenance, reason } = event.finding
      const text = `${MARKS[provenance]} ${key} = ${JSON.stringify(value)}, ${provenance}. ${reason}`
      return indented(text, screen, STYLES[provenance])
    }
  }
}

export function renderRemains(
  profile: Profile,
  setAside: Harmless<readonly SetAside[]>,
  screen: Screen,
): string {
  const keys = Object.values(GAPS).flatMap(({ profileKey }) => profileKey ?? [])
  const assumed = [...new Set(keys)].filter((key) => provenanceOf(profile, key) === 'assumed')
  const remaining = assumed.length === 0 ? 'nothing' : assumed.join(', ')
  const aside = setAside.map(({ finding: { key, value }, reason }) =>
    indented(`! ${key} = ${JSON.stringify(value)} was set aside. ${reason}`, screen, 'yellow'),
  )
  const assumes = wrap(`Still assumed, in whole or in part: ${remaining}.`, screen.width)
  return ['', ...aside, ...assumes].join('\n')
}

function indented(text: string, { paint, width }: Screen, style?: Parameters<Paint>[0]): string {
  const lines = wrapBeside('  ', text, 4, width).join('\n')
  return style === undefined ? lines : paint(style, lines)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
