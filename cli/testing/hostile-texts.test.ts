import { describe, expect, test } from 'vitest'
import { judged } from '../../certification/testing/certification.fixture.ts'
import { clientJournal } from '../../certification/testing/client-journal.fixture.ts'
import { clientOf } from '../../certification/testing/clients.fixture.ts'
import type { Report } from '../../contract/report/report.ts'
import { sampleOf } from '../../contract/testing/sample.fixture.ts'
import { harmless, legibleJson } from '../../contract/text/harmless.ts'
import type { DiscoveryEvent } from '../../contract-tests/discovery/findings.ts'
import { EVERY_PLACE, everywhere, oneByOne } from '../../reporting/html/every-text.fixture.ts'
import { exchange } from '../../reporting/html/sample-reports.fixture.ts'
import { renderEvent } from '../commands/discover/render.ts'
import { renderReport } from '../commands/verify/show-report.ts'
import { annotations } from '../files/github.ts'
import { reportFiles } from '../files/report-files.ts'
import { exchangeLine } from '../mock/exchange-line.ts'
import { plain } from '../terminal/terminal.ts'

/** Texts of a service that would take control of a program that shows them. */
const ATTACKS = [
  'x ##[stop-commands]tok',
  '##vso[task.setvariable variable=a]b',
  '::error title=owned::gone',
  'a\n::set-output name=b::c',
  'a\u2028::error::b',
  'a\u2029::warning::b',
  'a\u0085::notice::b',
  'a\r::notice::b',
  '\u001b[2J\u001b]0;title\u0007',
  '\u009b2J\u009d0;title\u009c',
  '\u202egnp.exe\u2066\u2069\u200f',
  '\u0000\u0008\ud800\ufeff\u00ad',
  '<img src=x onerror=alert(1)>',
  ']]></failure><script>alert(1)</script>',
  '"><svg/onload=alert(1)>',
  '\n# A heading\n\n| a | b |\n|---|---|\n',
  '![image](http://evil.example/x.png) [link](javascript:alert(1))',
  '`</code>``` ~~~\n---\n',
  '\n    </testsuite><testsuite name="kept"/>',
  '&#10;::error::x &lt;b&gt;',
  'MARK</style></svg>"\'><p style=a onclick=b> pk_test_abcdefgh',
]

/** Control, format and separator characters, except for the line feeds and joiners of our own texts. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}|[\p{Zl}\p{Zp}]|[^\P{Cc}\n\t]|\p{Cs}/u
const COMMAND = /^\s*::[\w-]+.*::|##[\w-]*\[/m

const ATTRIBUTE = /\s([a-z][a-z-]*)(?:="([^"<>]*)")?/gi
const TAG = new RegExp(`<!doctype html>|</?[a-z][a-z0-9]*(?:${ATTRIBUTE.source})*/?>`, 'gi')
const STYLE = /<style>[^<]*<\/style>/

/** What else a stream or a file may contain. */
const RULES: Readonly<Record<string, readonly RegExp[]>> = {
  'report.html': [/<(?:img|script|svg\/)/i, /url\(|@import|abcdefgh/i],
  'junit.xml': [/<(?:img|script|svg\/)/i, /<testsuite name="kept"/],
  'summary.md': [
    /(?<!\\)<(?:img|script|svg\/)/i,
    /^# A heading/m,
    /(?<!\\)!?\[(?:image|link)/,
    /^ *(?:~~~|---)\n/m,
  ],
}

function problems(name: string, text: string): string[] {
  const rules = [UNSEEN, ...(name === 'annotation' ? [] : [COMMAND]), ...(RULES[name] ?? [])]
  return rules
    .filter((rule) => rule.test(text))
    .map((rule) => `${name}: ${rule} in ${JSON.stringify(rule.exec(text)?.[0])}`)
}

/** What a page has that opens a tag, acts, or leads elsewhere, and was not written in our code. */
function markupProblems(page: string): string[] {
  const document = page.replace(STYLE, '')
  const attributes = [...document.matchAll(TAG)].flatMap(([tag]) => [...tag.matchAll(ATTRIBUTE)])
  const active = attributes.filter(([, name = '', value]) =>
    name === 'style'
      ? !/^--at:[\d.]+;--long:[\d.]+$/.test(value ?? '')
      : name === 'href'
        ? !value?.startsWith('#')
        : /^(?:on|src|style$|action|data$|poster|xlink)/i.test(name),
  )
  const open = /[<>].{0,40}/s.exec(document.replaceAll(TAG, '')) ?? []
  return [...open, ...active.map(([attribute]) => attribute)].map((found) => `report.html: ${found}`)
}

function problemsOf(report: Report): string[] {
  const files = reportFiles(report)
  // The content of a code span is not markup; nor is that of a block, whose fence is longer than any in it.
  const page = files['report.html'] ?? ''
  const markdown = files['summary.md']
    ?.replaceAll(/^( *)(`{3,})(?:text)?\n(?:(?!\1\2$)[^\n]*\n)*?\1\2$/gm, 'block')
    .replaceAll(/`[^`\n]+`/g, 'code')
  return [
    ...Object.entries({
      ...files,
      'report.html': page,
      'summary.md': markdown,
      terminal: renderReport(harmless(report), { paint: plain, width: 80 }),
    }),
    // The command of each is ours; the text after it is foreign.
    ...annotations(harmless(report)).map((line) => [
      'annotation',
      line.replace(/^::(?:error|warning|notice) /, ''),
    ]),
  ]
    .flatMap(([name = '', text = '']) => problems(name, text))
    .concat(markupProblems(page))
}

const judgement = judged([clientJournal('SCENARIO-LOST-AFTER', clientOf({ afterLoss: 'buy again' }))])
const trial = {
  ...judgement,
  scenarios: (judgement.scenarios ?? []).map((one) => ({ ...one, timeline: one.timeline.slice(4) })),
}
const broken = trial.clauses
  .filter(({ verdict }) => verdict === 'broken')
  .slice(0, 1)
  .map((clause) => ({
    ...clause,
    checks: clause.checks.map((check) => ({ ...check, evidence: check.evidence.slice(-1) })),
  }))
const REPORTS = [EVERY_PLACE, { ...trial, clauses: broken, assumptions: [] }]

test('every attack in each single text of a report has no effect in any rendering or stream', () => {
  const reports = REPORTS.flatMap((report) => oneByOne(report, ATTACKS.join('\n')))
  expect(reports.length).toBeGreaterThan(100)
  expect(sampleOf(reports, 4).flatMap(problemsOf)).toEqual([])
})

describe.each(ATTACKS)('%j', (attack) => {
  test('in every text of a report, it has no effect in any rendering or stream', () => {
    expect(REPORTS.map((report) => everywhere(report, attack)).flatMap(problemsOf)).toEqual([])
  })

  test('in the output of a discovery and the log of a mock, it has no effect', () => {
    const events: DiscoveryEvent[] = [
      { kind: 'step', text: attack },
      { kind: 'note', text: attack },
      { kind: 'request', request: attack, result: attack },
      { kind: 'finding', finding: { key: 'auth', provenance: 'not found', reason: attack, seen: [] } },
    ]
    const said = events.map((event) => renderEvent(harmless(event), { paint: plain, width: 60 }))
    const order = { partnerReference: attack, sku: attack, effect: 'recorded' } as const
    const request = { method: attack, target: attack, headers: { [attack]: attack }, body: attack }
    const logged = { ...exchange(0, { partner: attack, order }), request }
    const line = exchangeLine(logged, plain)
    const json = legibleJson(JSON.stringify(logged))
    expect([...said, line, json].flatMap((text) => problems('stream', text))).toEqual([])
    expect(line).not.toContain('\n')
  })
})
