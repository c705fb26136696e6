import { figure, NONE, table, verdict } from './table.ts'

/** What was aimed at, and what was found; NaN where nothing was measured. */
export type Target = {
  readonly what: string
  readonly found: number
  /** 2 by default. */
  readonly decimals?: number
} & ({ readonly atLeast: number } | { readonly atMost: number })

/** A table of targets, each with its verdict. What was not measured has none. */
export function targetTable(targets: readonly Target[]): string {
  const rows = targets.map((target) => {
    const { what, found, decimals } = target
    const bound =
      'atLeast' in target ? `≥ ${figure(target.atLeast, decimals)}` : `≤ ${figure(target.atMost, decimals)}`
    return [what, bound, figure(found, decimals), Number.isNaN(found) ? NONE : verdict(isReached(target))]
  })
  return table(['', 'target', 'measured', ''], rows)
}

function isReached(target: Target): boolean {
  return 'atLeast' in target ? target.found >= target.atLeast : target.found <= target.atMost
}
