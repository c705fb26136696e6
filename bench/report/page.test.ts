import { expect, test } from 'vitest'
import type { Machine } from '../machine.ts'
import { page } from './page.ts'

const MACHINE: Machine = {
  processor: 'A Processor',
  cores: 2,
  memoryGiB: 8,
  system: 'Linux 6',
  node: '24.0.0',
  isPinned: true,
  date: '2026-01-01',
  loadBefore: 0.5,
  loadAfter: 1.5,
}

test('a page says on what it was measured, when and how to do it again', () => {
  const text = page({ machine: MACHINE })
  for (const fact of ['A Processor', '24.0.0', '2026-01-01', '0.5 before', 'npm run bench ']) {
    expect(text).toContain(fact)
  }
})

test('a page has no section for what was not measured', () => {
  expect(page({ machine: MACHINE })).not.toMatch(/## Growth|undefined|null/)
  expect(page({ machine: MACHINE, growth: [] })).toContain('## Growth')
})

test('a page warns of its own figures where the machine was busy before the run', () => {
  expect(page({ machine: { ...MACHINE, loadBefore: 1.6 } })).toContain('busy with other work')
  expect(page({ machine: { ...MACHINE, loadBefore: 1.5 } })).not.toContain('busy with other work')
})
