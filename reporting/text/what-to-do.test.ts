import { expect, test } from 'vitest'
import type { Report } from '../../contract/report/report.ts'
import { BROKEN, INCOMPLETE, KEPT, withVerdicts } from '../html/sample-reports.fixture.ts'
import { whatToDo } from './what-to-do.ts'

function adviceFor(id: string, report: Report): string {
  const clause = report.clauses.find((one) => one.id === id)
  if (clause === undefined) throw new Error(`There is no ${id}.`)
  return whatToDo(clause, report)
}

test('a broken clause that depends on an answer which differs: correct the profile first', () => {
  expect(adviceFor('lookup-position', BROKEN)).toMatch(/^Correct `lookup` in the profile first/)
})

test('a broken clause that depends on an answer which holds: fix the service, or correct the answer', () => {
  const report = withVerdicts(KEPT, { 'lookup-position': ['broken', 'flat'] })
  expect(adviceFor('lookup-position', report)).toMatch(
    /fix the service\. .* depends on `lookup` of the profile/,
  )
})

test('a broken clause of a client: fix the client', () => {
  const [clause] = withVerdicts(KEPT, { 'data-envelope': ['broken', 'none'] }).clauses
  if (clause === undefined) throw new Error('There is no clause.')
  expect(whatToDo({ ...clause, binds: 'client' }, KEPT)).toContain('fix the client')
})

test('a clause that was not observed: how to observe it, and what is broken first', () => {
  expect(adviceFor('order-leaves-processing', INCOMPLETE)).toMatch(
    /^Buy a card whose order stays `PROCESSING`/,
  )
  expect(adviceFor('order-leaves-processing', BROKEN)).toMatch(/^This may be a consequence of what is broken/)
})
