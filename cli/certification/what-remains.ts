import type { Judgement } from '../../certification/judge-journal.ts'
import { listed } from '../../contract/text/listed.ts'
import { counted } from '../../reporting/text/counted.ts'

/** What of a run is left to run again. */
export type Remaining = {
  readonly sentence: string
  /** Whether it is what was not kept, in place of all. */
  readonly isFailed: boolean
}

const NAMED = 4

/** What remains after a run, as a sentence; null where that is the whole run, or nothing. */
export function whatRemains({ report, isWhole, notKept }: Judgement): Remaining | null {
  if (report.startFailure !== undefined) return null
  if (notKept.length > 0) {
    const ran = new Set(report.scenarios?.map(({ sku }) => sku))
    const unseen = notKept.filter((sku) => !ran.has(sku)).length
    const which = unseen === notKept.length ? '' : `${unseen} of them `
    const open = unseen === 0 ? '' : `, ${which}since they did not end`
    const sentence = `Remaining: ${counted(notKept.length, 'scenario')} not kept${open}: ${listed(notKept, NAMED)}.`
    return { sentence, isFailed: true }
  }
  if (isWhole) return null
  return { sentence: 'Nothing of these remains.', isFailed: false }
}
