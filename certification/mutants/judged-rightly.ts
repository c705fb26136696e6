import type { ClientJudgement } from './runner/judge-client.ts'
import type { JudgedCell, JudgedVariation } from './table.ts'

/** The clauses that are reported as broken. */
function blamedIn({ verdicts }: ClientJudgement): readonly string[] {
  return [...verdicts].filter(([, verdict]) => verdict === 'broken').map(([id]) => id)
}

/** What is wrong with the verdict on a client with a mistake; undefined if it is exactly as expected. */
export function misjudged({ cell, judgement }: JudgedCell): string | undefined {
  const said = [...blamedIn(judgement), ...judgement.remarks]
  const expected = [...cell.expected.blames, ...cell.expected.remarks]
  if (said.toSorted().join() === expected.toSorted().join()) return undefined
  return `${cell.name}: said ${said.join(', ') || 'nothing'}, not ${expected.join(', ') || 'nothing'}`
}

/** What is wrong with the verdict on a correct client, such as a clause that is not kept; undefined if nothing is. */
export function wronged({ variation, judgement }: JudgedVariation): string | undefined {
  const said = variation.gap === undefined ? unkeptIn(judgement) : blamedIn(judgement)
  // A client that answers a gap differently gets remarks on that, and on what follows from it.
  const remarks = variation.gap === undefined ? judgement.remarks.filter((id) => id !== variation.remark) : []
  const certified = variation.gap !== undefined && unkeptIn(judgement).length === 0 ? ['certified'] : []
  const wrong = [...said, ...remarks, ...certified]
  return wrong.length === 0 ? undefined : `${variation.says}: ${wrong.join(', ')}`
}

function unkeptIn({ verdicts, passed }: ClientJudgement): readonly string[] {
  return [
    ...[...verdicts].filter(([, verdict]) => verdict !== 'kept').map((entry) => entry.join(' ')),
    ...[...passed].filter(([, isPassed]) => !isPassed).map(([sku]) => `${sku} not passed`),
  ]
}
