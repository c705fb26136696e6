/**
 * Every smallest set with a member in each of the sets, in the order of their members.
 *
 * @example
 * smallestHitting(['ab', 'bc'].map((letters) => [...letters])) // [['b']]
 */
export function smallestHitting(sets: readonly (readonly string[])[]): readonly string[][] {
  // A long run has the same fault again and again.
  const once = [...new Map(sets.map((set) => [set.toSorted().join(), set])).values()]
  const members = [...new Set(once.flat())]
  for (let size = 1; size <= members.length; size += 1) {
    const hitting = subsets(members, size).filter((subset) =>
      once.every((set) => set.some((member) => subset.includes(member))),
    )
    if (hitting.length > 0) return hitting
  }
  return []
}

function subsets<Member>(members: readonly Member[], size: number): Member[][] {
  if (size === 0) return [[]]
  return members.flatMap((member, index) =>
    subsets(members.slice(index + 1), size - 1).map((rest) => [member, ...rest]),
  )
}
