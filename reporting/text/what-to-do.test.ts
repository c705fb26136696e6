import { expect, test } from 'vitest'
import type { Report } from '../../contract/report/report.ts'
import { BROKEN, INCOMPLETE, KEPT, withVerdicts } from '../html/sample-reports.fixture.ts'
import { whatToDo } from './what-to-do.ts'

function adviceFor(id: string, report: Report): string {
  const clause = report.clauses.find((one) => one.id === id)
  if (clause === undefined) throw new Error(`There is no ${id}.`)
  return whatToDo(clause, report)
}

test('the advice for a broken clause that rests on a differing assumption is to correct the profile first', () => {
  expect(adviceFor('lookup-position', BROKEN)).toMatch(/^Correct `lookup` in the profile first/)
})

test('the advice for a broken clause that rests on a holding assumption is to fix the service or correct the profile', () => {
  const report = withVerdicts(KEPT, { 'lookup-position': ['broken', 'flat'] })
  expect(adviceFor('lookup-position', report)).toMatch(
    /fix the service\. .* depends on `lookup` of the profile/,
  )
})

test('the advice for a broken clause of a client is to fix the client', () => {
  const [clause] = withVerdicts(KEPT, { 'data-envelope': ['broken', 'none'] }).clauses
  if (clause === undefined) throw new Error('There is no clause.')
  expect(whatToDo({ ...clause, binds: 'client' }, KEPT)).toContain('fix the client')
})

test('the advice for a clause that was not observed says how to observe it, or to fix what is broken first', () => {
  expect(adviceFor('order-leaves-processing', INCOMPLETE)).toMatch(
    /^Buy a card whose order stays `PROCESSING`/,
  )
  expect(adviceFor('order-leaves-processing', BROKEN)).toMatch(/^This may be a consequence of what is broken/)
})
