import { type Profile, provenanceOf } from '../../../contract/profile/profile.ts'
import { GAPS } from '../../../contract/reference/gaps.ts'
import type { Harmless } from '../../../contract/text/harmless.ts'
import type { DiscoveryEvent, Finding } from '../../../contract-tests/discovery/findings.ts'
import type { SetAside } from '../../../contract-tests/discovery/found-profile.ts'
import { fold, type Screen, wrap, wrapBeside } from '../../terminal/terminal.ts'

const MARKS = { observed: '✓', assumed: '~' } as const
const STYLES = { observed: 'green', assumed: 'yellow' } as const

export function renderEvent(event: Harmless<DiscoveryEvent>, { paint, width }: Screen): string {
  switch (event.kind) {
    case 'step':
      return `\n${paint('bold', fold(oneLine(event.text), width))}`
    case 'request': {
      const how = event.how === '' ? '' : ` (${event.how})`
      return paint('dim', fold(`  ${oneLine(`${event.request}${how} → ${event.result}`)}`, width, 2))
    }
    case 'note':
      return indented(`! ${event.text}`, width)
    case 'missed':
      return paint('yellow', indented(`○ ${event.miss.key}: not found. ${event.miss.reason}`, width))
    case 'found': {
      const { key, value, provenance, reason, seen } = event.finding
      const text = `${MARKS[provenance]} ${key} = ${JSON.stringify(value)}, ${provenance}. ${reason}${placesOf(seen.slice(0, 1))}`
      return paint(STYLES[provenance], indented(text, width))
    }
    case 'contradiction': {
      const { clause, section, operation, message, seen } = event.contradiction
      const places = seen.map(({ document, pointer }) => `${document}#${pointer}`).join(', ')
      return paint(
        'red',
        indented(`✗ ${clause} (§ ${section}), ${operation}: ${message} See ${places}`, width),
      )
    }
    case 'difference': {
      const { key, document, service, taken } = event.difference
      const text = `≠ ${key}: the document says ${JSON.stringify(document)}, the service shows ${JSON.stringify(service)}. The ${taken}'s answer is used.`
      return paint('yellow', indented(text, width))
    }
  }
}

/** What the profile still assumes, and which findings are not in it. */
export function renderRemains(
  profile: Profile,
  setAside: Harmless<readonly SetAside[]>,
  { paint, width }: Screen,
): string {
  const keys = Object.values(GAPS).flatMap(({ profileKey }) => profileKey ?? [])
  const assumed = [...new Set(keys)].filter((key) => provenanceOf(profile, key) === 'assumed')
  const remaining = assumed.length === 0 ? 'nothing' : assumed.join(', ')
  return [
    '',
    ...setAside.map(({ finding, reason }) =>
      paint(
        'yellow',
        indented(`! ${finding.key} = ${JSON.stringify(finding.value)} was set aside. ${reason}`, width),
      ),
    ),
    wrap(`Still assumed, in whole or in part: ${remaining}.`, width).join('\n'),
  ].join('\n')
}

function indented(text: string, width: number): string {
  return wrapBeside('  ', text, 4, width).join('\n')
}

function placesOf(seen: Finding['seen']): string {
  const places = seen.flatMap((one) => ('pointer' in one ? [`${one.document}#${one.pointer}`] : []))
  return places.length === 0 ? '' : ` See ${places.join(', ')}`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
