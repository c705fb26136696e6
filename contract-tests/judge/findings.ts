import type { GapId } from '../../contract/reference/gaps.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Row } from './checks.ts'
import type { Fact } from './facts.ts'

/** A clause that, if it were broken, would explain a contradiction; the check that shows it, and the sentence of it. */
export type Explanation = {
  readonly clause: ServerClauseId
  readonly check: string
  readonly message: string
}

/** Something that can't be so if every clause were kept: a row of the table, and every clause that would explain it. */
export type Contradiction = {
  readonly row: Row
  /** The likelier one first. */
  readonly explanations: readonly Explanation[]
  readonly evidence: readonly number[]
  readonly gaps: readonly GapId[]
  /** Whether it speaks for its first explanation against the others, whatever the rest of the run shows. */
  readonly isTelling: boolean
  /** Whether it speaks for none of its explanations. */
  readonly isTied: boolean
}

export type Observation = { readonly evidence: number[]; readonly gaps: Set<GapId> }

/** Why a check was not observed; out of reach where the service limits what it needs. */
type Unseen = {
  readonly verdict: 'not-observed' | 'out-of-reach'
  readonly message: string
  readonly evidence: readonly number[]
  /** Whether it stands whatever else was seen: something may contradict the check. */
  readonly isDoubt: boolean
}

const OBSERVATIONS_KEPT = 3

/** Collects what the rules find: contradictions, what could have been one, and why something could not be seen. */
export class Findings {
  readonly contradictions: Contradiction[] = []
  readonly #seen = new Map<string, Observation>()
  readonly #unseen = new Map<string, Unseen>()

  saw(clause: ServerClauseId, check: string, facts: readonly Fact[], gaps: readonly GapId[] = []): void {
    const id = `${clause}/${check}`
    const known = this.#seen.get(id) ?? { evidence: [], gaps: new Set<GapId>() }
    this.#seen.set(id, known)
    for (const gap of gaps) known.gaps.add(gap)
    if (known.evidence.length >= OBSERVATIONS_KEPT) return
    for (const { seq } of facts) if (!known.evidence.includes(seq)) known.evidence.push(seq)
  }

  /** Why a check could not be observed, if nothing else shows it. The first reason stands, and a doubt before all. */
  missed(
    clause: ServerClauseId,
    check: string,
    message: string,
    facts: readonly Fact[] = [],
    { verdict = 'not-observed', isDoubt = false }: Partial<Pick<Unseen, 'verdict' | 'isDoubt'>> = {},
  ): void {
    const id = `${clause}/${check}`
    const known = this.#unseen.get(id)
    if (known !== undefined && (known.isDoubt || !isDoubt)) return
    this.#unseen.set(id, { verdict, message, evidence: facts.map(({ seq }) => seq), isDoubt })
  }

  contradict(
    row: Row,
    facts: readonly Fact[],
    explanations: Explanation | readonly Explanation[],
    {
      gaps = [],
      isTelling = false,
      isTied = false,
    }: Partial<Pick<Contradiction, 'gaps' | 'isTelling' | 'isTied'>> = {},
  ): void {
    const evidence = facts.map(({ seq }) => seq)
    const all = [explanations].flat()
    this.contradictions.push({ row, explanations: all, evidence, gaps, isTelling, isTied })
  }

  seen(clause: ServerClauseId, check: string): Observation | undefined {
    return this.#seen.get(`${clause}/${check}`)
  }

  unseen(clause: ServerClauseId, check: string): Unseen | undefined {
    return this.#unseen.get(`${clause}/${check}`)
  }
}
