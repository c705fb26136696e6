import { expect, test } from 'vitest'
import { hotSpots, sharesByFile } from './hot-spots.ts'

function node(id: number, functionName: string, children: number[] = []) {
  const url = functionName.startsWith('(') ? '' : `file:///kit/mock-server/${functionName}.ts`
  return { id, callFrame: { functionName, url, lineNumber: id - 1 }, children }
}

const PROFILE = {
  nodes: [
    node(1, '(root)', [2, 5]),
    node(2, 'outer', [3]),
    node(3, 'inner', [4]),
    node(4, 'inner'),
    node(5, '(idle)'),
  ],
  samples: [2, 3, 4, 4, 5, 5, 5, 5],
}

test('shares are of the time that was not idle, and name the line', () => {
  const spots = hotSpots(PROFILE)
  expect(spots.find(({ place }) => place === 'outer mock-server/outer.ts:2')).toMatchObject({
    self: 0.25,
    total: 1,
  })
  expect(spots.some(({ place }) => place === '(idle)')).toBe(false)
})

test('a function that calls itself counts once', () => {
  const nodes = PROFILE.nodes
    .map((one) => (one.id === 4 ? node(3, 'inner') : one))
    .map((one, index) => ({ ...one, id: index + 1 }))
  expect(hotSpots({ ...PROFILE, nodes }).find(({ place }) => place.startsWith('inner'))).toMatchObject({
    self: 0.75,
    total: 0.75,
  })
})

test('the dearest comes first', () => {
  expect(hotSpots(PROFILE).map(({ total }) => total)).toEqual([1, 1, 0.75, 0.5])
})

test('time is summed up by file, by package and by what has no file', () => {
  const places = [
    'a mock-server/journal/journal.ts:1',
    'b mock-server/journal/journal.ts:9',
    'c @hono/node-server/dist/index.mjs:3',
    '(program)',
  ]
  const spots = places.map((place) => ({ place, self: 0.25, total: 1 }))
  expect(sharesByFile(spots)).toEqual([
    { file: 'mock-server/journal/journal.ts', self: 0.5 },
    { file: '@hono/node-server', self: 0.25 },
    { file: '(program)', self: 0.25 },
  ])
})
