import { expect, test } from 'vitest'
import { closingOf, exitCodeOf, lineOf, type Result } from './results.ts'

const PASSED: Result = {
  name: 'vitest',
  variant: 'vitest 5.1.1',
  milliseconds: 21_749,
  verdict: 'passed',
  detail: 'Tests 26 passed',
}
const FAILED: Result = {
  ...PASSED,
  name: 'jest',
  variant: 'Node 22.18.0',
  verdict: 'failed',
  detail: 'Error\n',
}
const NOT_RUN: Result = {
  ...PASSED,
  name: 'bun',
  variant: '',
  verdict: 'not run',
  detail: 'bun: not found',
}

test('a run is a line with its seconds and its verdict', () => {
  expect(lineOf(PASSED)).toBe('✓ vitest          vitest 5.1.1               21.7 s  passed')
})

test('the line of one that measured something says what', () => {
  const detail = 'app.js is bundled\nmeasured: app.js 184 kB, client.js 18.8 kB\n'
  expect(lineOf({ ...PASSED, detail })).toMatch(/ s {2}passed: app\.js 184 kB, client\.js 18\.8 kB$/)
})

test('the line of one that was not run says why', () => {
  expect(lineOf(NOT_RUN)).toMatch(/^– bun .* s {2}not run: bun: not found$/)
})

test('what failed ones have printed follows, and what passed ones have does not', () => {
  expect(closingOf([PASSED, FAILED, NOT_RUN])).toBe(
    '\n── jest Node 22.18.0\nError\n\n1 passed, 1 failed, 1 not run\n',
  )
})

test('a long line of a failed one is cut', () => {
  const long = { ...FAILED, detail: `${'x'.repeat(5000)}\nError` }
  expect(closingOf([long])).toBe(`\n── jest Node 22.18.0\n${'x'.repeat(300)}…\nError\n\n1 failed\n`)
})

test.for<[outcome: string, results: Result[], exitCode: number]>([
  ['all passed', [PASSED, PASSED], 0],
  ['one failed', [PASSED, FAILED, NOT_RUN], 1],
  ['one was not run', [PASSED, NOT_RUN], 4],
  ['there was none', [], 4],
])('the exit code where %s', ([, results, exitCode]) => {
  expect(exitCodeOf(results)).toBe(exitCode)
})
