import type { BaselineReport, VariantReport } from '../../contract/report/report.ts'
import type { Changed } from '../../contract/report/since.ts'
import type { AssumptionVerdict, Outcome, Verdict } from '../../contract/report/verdict.ts'

/** Every verdict or state of a report that is one word. */
export type Said =
  | Verdict
  | AssumptionVerdict
  | 'drifted'
  | 'warning'
  | 'undecided'
  | Outcome
  | BaselineReport['state']
  | VariantReport['verdict']
  | Changed['change']

/** How each looks: its shape on a page, its sign and its style on a terminal, and its sign in Markdown. */
export const LOOKS = {
  kept: { shape: 'check', sign: '✓', style: 'green', emoji: '✅' },
  broken: { shape: 'cross', sign: '✗', style: 'red', emoji: '❌' },
  undecided: { shape: 'question', sign: '?', style: 'red', emoji: '❓' },
  warning: { shape: 'wedge', sign: '!', style: 'yellow', emoji: '⚠️' },
  'not-observed': { shape: 'ring', sign: '○', style: 'yellow', emoji: '⚪' },
  'out-of-reach': { shape: 'slash', sign: '–', style: 'dim', emoji: '➖' },
  holds: { shape: 'check' },
  differs: { shape: 'unequal', sign: '≠', style: 'yellow' },
  drifted: { shape: 'unequal', sign: '≠', style: 'red' },
  independent: { shape: 'check', sign: '✓', style: 'green', emoji: '✅' },
  depends: { shape: 'unequal', sign: '!', style: 'yellow', emoji: '🔷' },
  incomplete: { shape: 'ring', sign: '○', style: 'yellow', emoji: '⚪' },
  refused: { shape: 'bar', style: 'red' },
  unreachable: { shape: 'slash', style: 'red' },
  'harness-fault': { shape: 'wedge', style: 'magenta' },
  applied: { shape: 'dot' },
  stale: { shape: 'cross' },
  expired: { shape: 'clock' },
  new: { shape: 'cross', sign: '✗', style: 'red', emoji: '❌' },
  fixed: { shape: 'check', sign: '✓', style: 'green', emoji: '✅' },
  still: { shape: 'ring', sign: '·', style: 'dim', emoji: '⚪' },
} as const satisfies Record<Said, object>

/** The word or words for it. */
export function wordFor(said: Said): string {
  return said.replaceAll('-', ' ')
}
