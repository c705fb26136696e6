/** Something that can't be so if every clause were kept: any of these clauses, broken, explains it. */
type Explained<Clause extends string> = {
  /** The likelier one first. */
  readonly explanations: readonly { readonly clause: Clause }[]
}

/** The clauses that are blamed, and those of which one is broken while nothing tells which. */
export type Blame<Clause extends string> = {
  readonly blamed: ReadonlySet<Clause>
  readonly ties: readonly (readonly Clause[])[]
}

/** How a clause is preferred to its rivals; a negative number prefers the first. */
type Preference<Clause extends string> = (one: Clause, other: Clause) => number

/**
 * The smallest set of clauses that explains every contradiction. Contradictions that share no clause are judged apart.
 * Of sets of one size, that which `prefer` puts first is blamed; where it can't decide, it is a tie.
 */
export function blame<Clause extends string>(
  contradictions: readonly Explained<Clause>[],
  prefer: Preference<Clause>,
): Blame<Clause> {
  const blamed = new Set<Clause>()
  const ties: Clause[][] = []
  for (const sets of apart(
    different(contradictions.map(({ explanations }) => explanations.map(({ clause }) => clause))),
  )) {
    const smallest = smallestHitting(sets)
    const best = smallest.filter((one) => smallest.every((other) => preferSet(one, other, prefer) <= 0))
    const rivals = best.length > 0 ? best : smallest
    const all = [...new Set(rivals.flat())]
    for (const clause of all) if (rivals.every((set) => set.includes(clause))) blamed.add(clause)
    if (rivals.length > 1) ties.push(all.filter((clause) => !blamed.has(clause)))
  }
  return { blamed, ties }
}

/** Each set once: a long run contradicts one clause again and again. */
function different<Clause extends string>(
  sets: readonly (readonly Clause[])[],
): readonly (readonly Clause[])[] {
  return [...new Map(sets.map((set) => [set.toSorted().join(), set])).values()]
}

/** Groups of sets that share a member with another of their group. */
function apart<Clause extends string>(
  sets: readonly (readonly Clause[])[],
): readonly (readonly Clause[])[][] {
  let groups: (readonly Clause[])[][] = []
  for (const set of sets) {
    const { touched = [], others = [] } = Object.groupBy(groups, (group) =>
      group.flat().some((clause) => set.includes(clause)) ? 'touched' : 'others',
    )
    groups = [...others, [...touched.flat(), set]]
  }
  return groups
}

/** Every smallest set with a member in each of the sets, in the order of their members. */
export function smallestHitting<Clause extends string>(
  sets: readonly (readonly Clause[])[],
): readonly Clause[][] {
  const once = different(sets)
  const members = [...new Set(once.flat())]
  for (let size = 1; size <= members.length; size += 1) {
    const hitting = subsets(members, size).filter((subset) =>
      once.every((set) => set.some((clause) => subset.includes(clause))),
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

/** Compares what two sets of one size do not share, clause by clause. */
function preferSet<Clause extends string>(
  one: readonly Clause[],
  other: readonly Clause[],
  prefer: Preference<Clause>,
): number {
  const theirs = other.filter((clause) => !one.includes(clause))
  const ours = one.filter((clause) => !other.includes(clause))
  // Of one size: each clause has a rival.
  return ours.reduce((sum, clause, index) => sum + Math.sign(prefer(clause, theirs[index] as Clause)), 0)
}
