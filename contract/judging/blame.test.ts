import { expect, test } from 'vitest'
import { blame } from './blame.ts'

const of = (clauses: string) => ({ explanations: [...clauses].map((clause) => ({ clause })) })
const noPreference = () => 0
/** Each contradiction as the letters of its explanations. */
const blamedFor = (contradictions: readonly string[], prefer: (one: string, other: string) => number) => {
  const { blamed, ties } = blame(contradictions.map(of), prefer)
  return { blamed: [...blamed].toSorted().join(''), ties: ties.map((tie) => tie.toSorted().join('')) }
}

test.for([
  ['nothing, where nothing contradicts', [], '', []],
  ['the one clause that explains everything', ['ab', 'bc', 'bd'], 'b', []],
  ['two, where no single one does', ['a', 'ab', 'bc', 'c'], 'ac', []],
  ['those of contradictions that share no clause apart', ['a', 'bc', 'cd'], 'ac', []],
  ['nobody, where two explain the same: a tie', ['ab', 'ba'], '', ['ab']],
  ['what every smallest set has, beside a tie', ['a', 'bc', 'abc'], 'a', ['bc']],
  ['nobody of a tie for another contradiction', ['ab', 'c'], 'c', ['ab']],
] as const)('blames %s', ([, contradictions, blamed, ties]) => {
  expect(blamedFor(contradictions, noPreference)).toEqual({ blamed, ties })
})

test('a preference decides between sets of one size, and never for a larger one', () => {
  const laterFirst = (one: string, other: string) => other.localeCompare(one)
  expect(blamedFor(['ab'], laterFirst)).toEqual({ blamed: 'b', ties: [] })
  expect(blamedFor(['ab', 'ac'], laterFirst)).toEqual({ blamed: 'a', ties: [] })
})
