import { expect, test } from 'vitest'
import { harmless } from '../../../contract/text/harmless.ts'
import type { DiscoveryEvent } from '../../../contract-tests/discovery/findings.ts'
import { plain } from '../../terminal/terminal.ts'
import { renderEvent } from './render.ts'

const finding = {
  key: 'errors.notFound',
  value: 410,
  provenance: 'observed',
  reason: 'Seen.',
  seen: [],
} as const

test.each<[DiscoveryEvent, string]>([
  [{ kind: 'step', text: 'What ping says' }, '\nWhat ping says'],
  [{ kind: 'request', request: 'GET /ping', result: '200' }, '  GET /ping → 200'],
  [{ kind: 'finding', finding }, '  ✓ errors.notFound: 410, observed. Seen.'],
  [
    { kind: 'finding', finding: { ...finding, provenance: 'assumed' } },
    '  ~ errors.notFound: 410, assumed. Seen.',
  ],
  [
    { kind: 'finding', finding: { key: 'lookup', provenance: 'not found', reason: 'None.', seen: [] } },
    '  ○ lookup: not found. None.',
  ],
  [{ kind: 'note', text: 'word '.repeat(14).trim() }, `  ! ${'word '.repeat(11).trim()}\n    word word word`],
])('%j is shown in plain words, below its sign', (event, shown) => {
  expect(renderEvent(harmless(event), { paint: plain, width: 60 })).toBe(shown)
})
