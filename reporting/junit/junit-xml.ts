import { legible } from '../../contract/text/harmless.ts'

/** `note`: it passes, and something is said of it. */
type Result = 'passed' | 'note' | 'failed' | 'skipped' | 'error'

/** One case, and what it came to. */
export type Case = {
  readonly classname: string
  readonly name: string
  readonly durationMs: number
  readonly result: Result
  /** Null where it passed, and nothing is said. */
  readonly message: string | null
  /** The content of the element of its result, if any. */
  readonly text?: string
  /** What kind of failure or error it is. */
  readonly type?: string
}

/** Cases that belong together; a suite without a case has something to say. */
export type Suite = { readonly name: string; readonly cases: readonly Case[]; readonly said?: string }

/** Suites as JUnit XML. The times of the cases add up: what reads it has no other use for them. */
export function junitXml({ name, suites }: Suites): string {
  const cases = suites.flatMap((suite) => suite.cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...countsOf(cases), time: timeOf(cases) })}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n')
}

type Suites = { readonly name: string; readonly suites: readonly Suite[] }

function suiteLines({ name, cases, said }: Suite): string[] {
  return [
    `  <testsuite${attributes({ name, ...countsOf(cases), time: timeOf(cases) })}>`,
    ...cases.flatMap(caseLines),
    ...(said === undefined ? [] : [`    <system-out>${escaped(said)}</system-out>`]),
    '  </testsuite>',
  ]
}

function timeOf(cases: readonly Case[]): string {
  return seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0))
}

function caseLines(one: Case): string[] {
  const { classname, name, durationMs } = one
  const open = `    <testcase${attributes({ classname, name, time: seconds(durationMs) })}`
  const outcome = outcomeElement(one)
  return outcome === null ? [`${open}/>`] : [`${open}>`, `      ${outcome}`, '    </testcase>']
}

function outcomeElement({ result, message, text = '', type }: Case): string | null {
  const said = { ...(type !== undefined && { type }), message: message ?? '' }
  switch (result) {
    case 'passed':
      return null
    case 'note':
      return `<system-out>${escaped(text)}</system-out>`
    case 'failed':
      return `<failure${attributes(said)}>${escaped(text)}</failure>`
    case 'skipped':
      return `<skipped${attributes(said)}/>`
    case 'error':
      return `<error${attributes(said)}/>`
  }
}

function countsOf(cases: readonly Case[]) {
  const count = (wanted: Result) => cases.filter(({ result }) => result === wanted).length
  return {
    tests: cases.length,
    failures: count('failed'),
    skipped: count('skipped'),
    errors: count('error'),
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')
}

// Not allowed in XML 1.0, section 2.2: control characters and lone surrogates have no escape.
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

function escaped(text: string): string {
  return legible(text)
    .replace(NOT_XML, '\u{fffd}')
    .replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character] ?? character)
}
