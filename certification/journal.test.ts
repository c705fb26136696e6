import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../contract/testing/sample.fixture.ts'
import { JournalError, journalText, type Recording, readJournal, reportDigest } from './journal.ts'
import { sealDigest, sealOf } from './sealed-lines.ts'
import { HEAD, recordings, TABLE } from './testing/journal.fixture.ts'

const RULES = HEAD.rules

function bytesOf(recording: Recording): Buffer {
  return Buffer.from(journalText(recording))
}

/** A recording with three trials of several exchanges each. */
const [SAMPLE] = fc.sample(
  recordings.filter(
    ({ trials }) => trials.length === 3 && trials.every((trial) => trial.exchanges.length > 2),
  ),
  { numRuns: 1, seed: 7 },
) as [Recording]

/** A journal with changed lines and a valid new seal, so that only the lines can be at fault. */
function resealed(change: (lines: string[]) => string[]): Buffer {
  const lines = change(journalText(SAMPLE).trimEnd().split('\n').slice(0, -1))
  const body = lines.map((line) => `${line}\n`).join('')
  return Buffer.from(body + sealOf(lines.length + 1, sealDigest(body)))
}

describe('a recording', () => {
  test('is read back as it was written', () => {
    fc.assert(
      fc.property(recordings, (recording) => {
        const { head, trials, note } = readJournal(bytesOf(recording), 'it', RULES)
        expect({ head, trials, note }).toEqual({ ...recording, note: null })
        // Writing it again gives the same bytes.
        expect(journalText({ head, trials })).toBe(journalText(recording))
      }),
      { numRuns: runs({ sample: 30, full: 100 }) },
    )
  })

  test('with any one byte changed is refused', () => {
    const bytes = bytesOf(SAMPLE)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(bytes)
        changed[at] = ((changed[at] ?? 0) + by) % 256
        expect(() => readJournal(changed, 'it', RULES)).toThrow(JournalError)
      }),
      { numRuns: runs({ sample: 100, full: 300 }) },
    )
  })

  test('cut at any byte is refused', () => {
    const bytes = bytesOf(SAMPLE)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => {
        expect(() => readJournal(bytes.subarray(0, length), 'it', RULES)).toThrow(JournalError)
      }),
      { numRuns: runs({ sample: 100, full: 300 }) },
    )
  })

  test('with any two lines swapped is refused', () => {
    const lines = journalText(SAMPLE).trimEnd().split('\n')
    fc.assert(
      fc.property(fc.nat(lines.length - 1), fc.nat(lines.length - 1), (one, other) => {
        fc.pre(one !== other)
        const swapped = lines.with(one, lines[other] ?? '').with(other, lines[one] ?? '')
        expect(() => readJournal(Buffer.from(`${swapped.join('\n')}\n`), 'it', RULES)).toThrow(JournalError)
      }),
      { numRuns: runs({ sample: 100, full: 300 }) },
    )
  })
})

describe('an error says what is wrong with a journal', () => {
  const text = journalText(SAMPLE)
  const lines = text.trimEnd().split('\n')
  const without = (index: number) => `${lines.toSpliced(index, 1).join('\n')}\n`
  const swapped = `${lines
    .with(2, lines[3] ?? '')
    .with(3, lines[2] ?? '')
    .join('\n')}\n`
  const head = JSON.parse(lines[0] ?? '')

  test.for([
    ['an empty file', '', 'it is incomplete'],
    ['half of a line at its end', text.slice(0, -5), 'it is incomplete'],
    ['no seal', without(lines.length - 1), 'it is incomplete'],
    ['no head', without(0), 'its head is missing'],
    ['lines in another order', swapped, 'its lines were re-ordered: in place of line 3 is line 4'],
    ['a missing line', without(2), 'some of its lines are missing'],
    ['another body', text.replace('/balance', '/Balance'), 'a byte of it was changed'],
    [
      'a line that is not JSON',
      text.replace('"type":"trial"', '"type":trial"'),
      'line 5 was changed: it is not JSON',
    ],
    ['another schema', text.replace('journal@1', 'journal@9'), 'its schema is "partner-purchase/journal@9"'],
    ['another reference', text.replace('"1.0.1"', '"2.0.0"'), 'it is about version "2.0.0"'],
    ['something behind its seal', `${text}\n`, 'something follows its seal'],
    ['something else', '{"clauses": []}\n', 'its head is missing'],
    ['no JSON at all', 'hello\nworld\n', 'line 1 is not JSON'],
  ])('%s', ([, journal = '', message]) => {
    expect(() => readJournal(Buffer.from(journal), 'mine.jsonl', RULES)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(`mine.jsonl can't be judged: ${message}`) }),
    )
  })

  test.for([
    [
      'an unknown member',
      (all: string[]) => all.with(1, (all[1] ?? '').replace('{', '{"extra":1,')),
      'line 2',
    ],
    [
      'a trial of an unplanned scenario',
      (all: string[]) => all.with(-1, (all.at(-1) ?? '').replace('CARD-C', 'CARD-X')),
      'does not plan',
    ],
    ['a last trial without an end', (all: string[]) => all.slice(0, -1), 'its last trial has no end'],
    [
      'two trials of one scenario',
      (all: string[]) => [...all, all.at(-1) ?? ''],
      'two trials of one scenario',
    ],
    [
      'an invalid scenario',
      (all: string[]) => all.with(0, JSON.stringify({ ...head, scenarios: [{}] })),
      'line 1',
    ],
    [
      'a version of the rules with terminal control characters',
      (all: string[]) => all.with(0, JSON.stringify({ ...head, rules: '1\u001b[2JCERTIFIED' })),
      'the version of its rules is not a number',
    ],
    ...(
      [
        ['"headers":{"', '"headers":{"__proto__":{"a":1},"'],
        ['"provenance":{', '"provenance":{"__proto__":{"a":1}'],
        ['"request":{', '"request":{"__proto__":{"a":1},'],
      ] as const
    ).map(
      ([place, changed]) =>
        [
          `a member that parsers hide: ${changed}`,
          (all: string[]) => all.map((line) => line.replace(place, changed)),
          'has a member "__proto__", which no run writes',
        ] as const,
    ),
    [
      'more exchanges than a trial may have',
      (all: string[]) => [all[0] ?? '', ...Array(2001).fill(all[1]), all.at(-1) ?? ''],
      'not those of one trial',
    ],
  ] as const)('%s, under a valid seal', ([, change, message]) => {
    expect(() => readJournal(resealed(change), 'it', RULES)).toThrow(message)
  })
})

describe('a journal recorded under', () => {
  test('older rules is judged, and a note says so', () => {
    expect(readJournal(bytesOf(SAMPLE), 'it', '2').note).toBe(
      'Recorded under rules 1, judged by rules 2: verdicts may differ from those of the recording.',
    )
  })

  test('newer rules is refused', () => {
    const newer = bytesOf({ ...SAMPLE, head: { ...HEAD, rules: '10' } })
    expect(() => readJournal(newer, 'it', '9')).toThrow('Judge it with a newer kit')
  })
})

test('the digest of a report depends on every byte of the recording, and on the rules', () => {
  const journal = journalText(SAMPLE)
  const other = journalText({ ...SAMPLE, head: { ...HEAD, scenarios: TABLE.slice(1) } })
  const digests = [
    reportDigest(journal, RULES),
    reportDigest(`${journal} `, RULES),
    reportDigest(journal, '2'),
    reportDigest(other, RULES),
  ]
  expect(new Set(digests).size).toBe(digests.length)
})
