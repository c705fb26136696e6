import { expect, test } from 'vitest'
import { CLIENT_CLAUSES } from '../../contract/reference/client-clauses.ts'
import { quotation } from '../../contract/reference/statements.ts'
import type { CheckReport, ClauseReport } from '../../contract/report/report.ts'
import { causesOf } from './causes.ts'

const check = (message: string | null, verdict: CheckReport['verdict'] = 'broken'): CheckReport => ({
  id: 'check',
  title: 'check',
  verdict,
  message,
  lesson: null,
  restsOn: [],
  evidence: [],
})
const clause = (...checks: CheckReport[]): ClauseReport => ({
  ...CLIENT_CLAUSES['waits-poll-after'],
  verdict: 'broken',
  needs: null,
  excused: null,
  checks,
})
const countsOf = (...checks: CheckReport[]) => causesOf(clause(...checks)).map((cause) => cause.checks.length)

test('messages that differ only in numbers and quoted names are one cause, with the words of the first', () => {
  const early = (seconds: number, name: string) =>
    check(`Asked to wait 3 s, "${name}" was polled after ${seconds} s.`)
  const causes = causesOf(clause(early(1.01, 'A'), early(2, 'B \\"x\\"'), check('It sent nothing.')))
  expect(causes.map(({ message }) => message)).toEqual([
    'Asked to wait 3 s, "A" was polled after 1.01 s.',
    'It sent nothing.',
  ])
})

test('a cause counts only checks with the verdict of the clause', () => {
  expect(countsOf(check('a'), check(null, 'kept'), check('b', 'not-observed'), check('a'))).toEqual([2])
})

test('the message of a cause omits the quotation of the reference', () => {
  const [cause] = causesOf(clause(check(`It polled early. ${quotation('waits-poll-after')}`)))
  expect(cause?.message).toBe('It polled early.')
})

test('equal messages with different fixes are different causes, and a check without advice joins the first', () => {
  const lesson = { consequence: 'It costs.', cause: 'It was cut.', remedy: 'Read on.', command: 'certify' }
  const cut = { ...check('No answer.'), lesson }
  const late = { ...check('No answer.'), lesson: { ...lesson, remedy: 'Wait.' } }
  expect(countsOf(check('No answer.'), cut, late, cut)).toEqual([3, 1])
})

test('each cause has its own advice, and no fix appears twice', () => {
  const lesson = {
    consequence: 'Money is lost.',
    cause: 'a default',
    remedy: 'Wait.',
    command: 'certify --only A',
  }
  const other = { ...lesson, remedy: 'Read the summary.' }
  const causes = causesOf(
    clause(
      { ...check('It polled early.'), lesson },
      { ...check('It polled late.'), lesson: { ...lesson, command: 'certify --only B' } },
      { ...check('It misread the summary.'), lesson: other },
    ),
  )
  expect(causes.map((cause) => cause.lesson)).toEqual([lesson, null, other])
})
