import { expect, test } from 'vitest'
import { smallestHitting } from './smallest-hitting.ts'

/** A set is written as its letters. */
test.for([
  ['nothing to hit gives no set', [], []],
  ['a member of every set is enough', ['ab', 'bc', 'bd'], ['b']],
  ['two are needed where no single one is in every set', ['a', 'ab', 'bc', 'c'], ['ac']],
  ['all sets of the smallest size are given', ['ab', 'abc'], ['a', 'b']],
  ['sets with nothing in common give each combination', ['a', 'bc'], ['ab', 'ac']],
] as const)('%s', ([, sets, smallest]) => {
  const found = smallestHitting(sets.map((letters) => [...letters]))
  expect(found.map((set) => set.join(''))).toEqual(smallest)
})
