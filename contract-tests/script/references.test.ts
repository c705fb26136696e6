import { expect, test } from 'vitest'
import { targetOf } from '../run/target.ts'
import { PLAINER, References } from './references.ts'

const target = targetOf({
  baseUrl: 'http://mock.invalid',
  apiKey: 'pk_test_references',
  runId: 'mh5x0a1b2c3d4e5',
  referencePrefix: 'SHOP',
})

test('references are written plainer and plainer, and two labels never alike', () => {
  const written = [undefined, ...PLAINER].map((plainer) => {
    const references = new References(target)
    references.write(plainer)
    return ['a-1', 'a-2', 'a-1'].map((label) => references.of(label))
  })
  expect(written).toEqual([
    ['SHOP:mh5x0a1b2c3d4e5-a-1', 'SHOP:mh5x0a1b2c3d4e5-a-2', 'SHOP:mh5x0a1b2c3d4e5-a-1'],
    ['SHOP:2c3d4e5a1', 'SHOP:2c3d4e5a2', 'SHOP:2c3d4e5a1'],
    ['SHOP:2C3D4E5A1', 'SHOP:2C3D4E5A2', 'SHOP:2C3D4E5A1'],
    ['SHOP:5084809853000', 'SHOP:5084809853001', 'SHOP:5084809853000'],
    ['shop:mh5x0a1b2c3d4e5-a-1', 'shop:mh5x0a1b2c3d4e5-a-2', 'shop:mh5x0a1b2c3d4e5-a-1'],
  ])
})

test('a number that stands for a label stays one where references are shortened', () => {
  const references = new References(target)
  references.write(PLAINER[2])
  references.shorten()
  expect(references.of('a-1')).toMatch(/^SHOP:\d+$/)
})
