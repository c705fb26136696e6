import * as z from 'zod'

/** What is not kept now, and was before; what is kept again; and what is still not kept. */
export const CHANGES = ['new', 'fixed', 'still'] as const

const changed = z.strictObject({
  /** The id of a clause, or the SKU of a scenario. */
  id: z.string(),
  change: z.enum(CHANGES),
  was: z.string().nullable(),
  is: z.string(),
})

/** What changed since the report of an earlier run. */
export const sinceSchema = z.strictObject({
  startedAt: z.iso.datetime(),
  outcome: z.string(),
  clauses: z.array(changed),
  scenarios: z.array(changed),
})

export type Since = z.infer<typeof sinceSchema>
/** A clause or a scenario that is, or was, not kept. */
export type Changed = z.infer<typeof changed>

type Compared = {
  readonly startedAt: string
  readonly outcome: string
  readonly clauses: readonly {
    readonly id: string
    readonly verdict: string
    readonly excused: string | null
  }[]
  readonly scenarios: readonly { readonly sku: string; readonly outcome: string }[] | null
}

type Verdict = { readonly id: string; readonly is: string }

/**
 * Compares a report with that of an earlier run of the same kind. What a run did not try is not compared.
 */
export function changesSince(earlier: Compared, now: Compared): Since {
  const clausesOf = ({ clauses }: Compared): Verdict[] =>
    clauses.map(({ id, verdict, excused }) => ({ id, is: excused === null ? verdict : 'excused' }))
  const scenariosOf = ({ scenarios }: Compared): Verdict[] =>
    (scenarios ?? []).map(({ sku, outcome }) => ({ id: sku, is: outcome }))
  // A run of some scenarios has not tried what it did not observe.
  const isPart = (now.scenarios?.length ?? 0) < (earlier.scenarios?.length ?? 0)
  const tried = clausesOf(now).filter(({ is }) => !(isPart && is === 'not-observed'))
  return {
    startedAt: earlier.startedAt,
    outcome: earlier.outcome,
    clauses: changesIn(clausesOf(earlier), tried),
    scenarios: changesIn(scenariosOf(earlier), scenariosOf(now)),
  }
}

const FINE = ['kept', 'out-of-reach', 'excused']

function changesIn(earlier: readonly Verdict[], now: readonly Verdict[]): Changed[] {
  const before = new Map(earlier.map(({ id, is }) => [id, is]))
  return now.flatMap(({ id, is }): Changed[] => {
    const was = before.get(id) ?? null
    const [wasFine, isFine] = [was === null || FINE.includes(was), FINE.includes(is)]
    if (wasFine && isFine) return []
    return [{ id, change: isFine ? 'fixed' : wasFine ? 'new' : 'still', was, is }]
  })
}
