/** Something that can't be so if every clause were kept: any of these clauses, broken, explains it. */
export type Explained<Clause extends string> = {
  /** The likelier one first. */
  readonly explanations: readonly { readonly clause: Clause }[]
}

/** The clauses that are blamed, and those of which one is broken while nothing tells which. */
export type Blame<Clause extends string> = {
  readonly blamed: ReadonlySet<Clause>
  readonly ties: readonly (readonly Clause[])[]
}

/** How a clause is preferred to its rivals; a negative number prefers the first. */
export type Preference<Clause extends string> = (one: Clause, other: Clause) => number

/**
 * The smallest set of clauses that explains every contradiction. Contradictions that share no clause are judged apart.
 * Of sets of one size, that which `prefer` puts first is blamed; where it can't decide, it is a tie.
 *
 * @example
 * blame([of('a', 'b'), of('b', 'c')], () => 0).blamed // Set { 'b' }
 */
export function blame<Clause extends string>(
  contradictions: readonly Explained<Clause>[],
  prefer: Preference<Clause>,
): Blame<Clause> {
  const blamed = new Set<Clause>()
  const ties: Clause[][] = []
  for (const sets of apart(
    contradictions.map(({ explanations }) => explanations.map(({ clause }) => clause)),
  )) {
    const smallest = smallestHitting(sets)
    const compared = (one: readonly Clause[], other: readonly Clause[]) => preferSet(one, other, prefer)
    const best = smallest.filter((one) => smallest.every((other) => compared(one, other) <= 0))
    const [first = []] = best.length > 0 ? best : smallest
    if (best.length === 1) for (const clause of first) blamed.add(clause)
    else {
      const rivals = best.length > 0 ? best : smallest
      for (const clause of first) if (rivals.every((set) => set.includes(clause))) blamed.add(clause)
      ties.push([...new Set(rivals.flat())].filter((clause) => !blamed.has(clause)))
    }
  }
  return { blamed, ties }
}

/** Groups of sets that share a member with another of their group. */
function apart<Clause extends string>(
  sets: readonly (readonly Clause[])[],
): readonly (readonly Clause[])[][] {
  const groups: { readonly members: Set<Clause>; readonly sets: (readonly Clause[])[] }[] = []
  for (const set of sets) {
    const touched = groups.filter(({ members }) => set.some((clause) => members.has(clause)))
    const merged = {
      members: new Set([...touched.flatMap(({ members }) => [...members]), ...set]),
      sets: [...touched.flatMap((group) => group.sets), set],
    }
    for (const group of touched) groups.splice(groups.indexOf(group), 1)
    groups.push(merged)
  }
  return groups.map((group) => group.sets)
}

/** Every smallest set of clauses with a member in each of the sets. */
function smallestHitting<Clause extends string>(sets: readonly (readonly Clause[])[]): readonly Clause[][] {
  const different = [...new Map(sets.map((set) => [set.toSorted().join(), set])).values()]
  const members = [...new Set(different.flat())]
  for (let size = 1; size <= members.length; size += 1) {
    const hitting = subsets(members, size).filter((subset) =>
      different.every((set) => set.some((clause) => subset.includes(clause))),
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

/** Compares what two sets do not share, clause by clause. */
function preferSet<Clause extends string>(
  one: readonly Clause[],
  other: readonly Clause[],
  prefer: Preference<Clause>,
): number {
  const [ours, theirs] = [
    one.filter((clause) => !other.includes(clause)),
    other.filter((clause) => !one.includes(clause)),
  ]
  return ours.reduce((sum, clause, index) => {
    const rival = theirs[index]
    return sum + (rival === undefined ? 0 : Math.sign(prefer(clause, rival)))
  }, 0)
}
