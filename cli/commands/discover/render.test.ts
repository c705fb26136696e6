import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { harmless } from '../../../contract/text/harmless.ts'
import type { DiscoveryEvent } from '../../../contract-tests/discovery/findings.ts'
import { plain } from '../../terminal/terminal.ts'
import { renderEvent, renderRemains } from './render.ts'

const show = (event: DiscoveryEvent) => renderEvent(harmless(event), { paint: plain, width: 60 })

test.each<[DiscoveryEvent, string]>([
  [{ kind: 'step', text: 'What ping says' }, '\nWhat ping says'],
  [{ kind: 'request', request: 'GET /ping', how: '', result: '200' }, '  GET /ping → 200'],
  [
    { kind: 'request', request: 'GET /ping', how: 'X-Api-Key: {key}', result: '401' },
    '  GET /ping (X-Api-Key: {key}) → 401',
  ],
  [{ kind: 'note', text: 'Served to anyone.' }, '  ! Served to anyone.'],
  [
    { kind: 'missed', miss: { key: 'lookup', reason: 'None shows the order.', seen: [] } },
    '  ○ lookup: not found. None shows the order.',
  ],
  [
    {
      kind: 'found',
      finding: { key: 'errors.notFound', value: 410, provenance: 'observed', reason: 'Seen.', seen: [] },
    },
    '  ✓ errors.notFound = 410, observed. Seen.',
  ],
])('%j is shown in plain words', (event, shown) => {
  expect(show(event)).toBe(shown)
})

test('a long line is broken between words, and indented below its text', () => {
  expect(show({ kind: 'note', text: 'word '.repeat(20).trim() }).split('\n')).toEqual([
    `  ! ${'word '.repeat(11).trim()}`,
    `    ${'word '.repeat(9).trim()}`,
  ])
})

test('what is still assumed is named once, and what was set aside has its reason', () => {
  const profile = resolveProfile({ provenance: { auth: 'observed', states: 'observed' } })
  const finding = { key: 'auth', value: profile.auth, provenance: 'observed', reason: '', seen: [] } as const
  const remains = renderRemains(profile, harmless([{ finding, reason: 'That stays.' }]), {
    paint: plain,
    width: 100,
  })
  expect(remains).toContain(
    '! auth = {"header":"Authorization","format":"Bearer {key}"} was set aside. That stays.',
  )
  expect(remains).toMatch(/Still assumed, in whole or in part: ping, /)
  expect(remains.match(/\b(?:lookup|limits\.settleSeconds)\b/g)).toHaveLength(2)
  expect(remains).not.toContain('states')
})
