import { expect, test } from 'vitest'
import { chosen, installationsOf, variantOf } from './plan.ts'
import type { Project } from './project.ts'

function project(name: string, matrix: Record<string, string[]> = {}): Project {
  const manifest = { description: name, scripts: { test: 'node --test' }, devDependencies: {}, matrix }
  return { name, folder: `/consumers/${name}`, manifest }
}

test('a project without a matrix is installed once, and run by the Node of this process', () => {
  expect(installationsOf(project('jest'))).toMatchObject([{ versions: {}, nodes: [null] }])
})

test('each version of a package has an installation, which all Nodes share', () => {
  const matrix = { msw: ['2.10.0', '3.0.5'], node: ['22.18.0', '26.10.0'] }
  expect(installationsOf(project('msw', matrix))).toMatchObject([
    { versions: { msw: '2.10.0' }, nodes: ['22.18.0', '26.10.0'] },
    { versions: { msw: '3.0.5' }, nodes: ['22.18.0', '26.10.0'] },
  ])
})

test('the versions of two packages are combined', () => {
  const both = installationsOf(project('msw', { msw: ['2.10.0', '3.0.5'], typescript: ['5.9.3', '7.0.2'] }))
  expect(both.map(({ versions }) => Object.values(versions).join(' '))).toEqual([
    '2.10.0 5.9.3',
    '2.10.0 7.0.2',
    '3.0.5 5.9.3',
    '3.0.5 7.0.2',
  ])
})

test('a run is named by what distinguishes it', () => {
  expect(variantOf({ msw: '3.0.5' }, '26.10.0')).toBe('msw 3.0.5, Node 26.10.0')
  expect(variantOf({}, null)).toBe('')
})

test('projects are chosen by name, and all without one', () => {
  const projects = [project('bun'), project('jest'), project('msw')]
  expect(chosen(projects, []).map(({ name }) => name)).toEqual(['bun', 'jest', 'msw'])
  expect(chosen(projects, ['msw', 'bun']).map(({ name }) => name)).toEqual(['bun', 'msw'])
  expect(() => chosen(projects, ['mocha'])).toThrow(
    'There is no consumer "mocha": choose from bun, jest, msw.',
  )
})
