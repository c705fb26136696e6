import type { Report, VariantReport } from '../../contract/report/report.ts'
import { counted } from './counted.ts'

const MATRIX =
  'The client was tried on other answers to what the reference does not show, each beside a run without it. This is information, and no verdict: no answer here is documented'

/** What a matrix of assumptions is, in two sentences. */
const MATRIX_MEANING = `${MATRIX}, and none is a fault of the client.`

/** The same, where the client broke what is documented as well: the ids of what it broke stand in the remarks. */
const MATRIX_AND_FAULTS = `${MATRIX}. But the client broke a must on the way, as the remarks say, and that is a fault of the client: certify it first.`

/** What is not the mock's answer in a row: the gaps; or that the reference does not touch it. */
export function gapWords({ gaps }: Pick<VariantReport, 'gaps'>): string {
  return gaps.length === 0 ? 'not touched upon' : gaps.join(', ')
}

/**
 * One dependence in a sentence: the assumption, what answers it and where that is from, and where a client reads it.
 * Names of the profile and places stand between backticks.
 *
 * @example
 * dependenceWords(row)
 * // 'It depends on settled-states: the profile answers that by `states` (assumed), and it is read in …'
 */
export function dependenceWords({ gaps, answeredBy, readAt }: VariantReport): string {
  const subject = gaps.length === 0 ? 'what the reference does not touch upon' : gaps.join(', ')
  const answer =
    answeredBy === null
      ? 'no key of the profile answers that'
      : `the profile answers that by \`${answeredBy.profileKey}\` (${answeredBy.provenance})`
  return `It depends on ${subject}: ${answer}, and it is read in ${readAt}.`
}

/** The client's dependences. */
export function dependencesIn(rows: readonly VariantReport[]): readonly VariantReport[] {
  return rows.filter(({ verdict }) => verdict === 'depends')
}

/**
 * The verdicts on the rows in one sentence.
 *
 * @example
 * variantTally(rows) // '34 other answers: 30 independent, 3 that it depends on, 1 not observed'
 */
export function variantTally(rows: readonly VariantReport[]): string {
  const counts = (['independent', 'depends', 'not-observed'] as const)
    .map((wanted) => [rows.filter(({ verdict }) => verdict === wanted).length, wanted] as const)
    .filter(([count]) => count > 0)
    .map(([count, wanted]) => `${count} ${TALLY_WORDS[wanted]}`)
  return `${counted(rows.length, 'other answer')}: ${counts.join(', ')}`
}

/** The verdict on a row in words. */
export const VERDICT_WORDS: Record<VariantReport['verdict'], string> = {
  independent: 'independent',
  depends: 'depends',
  'not-observed': 'not observed',
}

const TALLY_WORDS = { ...VERDICT_WORDS, depends: 'that it depends on' }

/** What a matrix came to, and what to do about it. */
export function matrixMeaning({ variants, outcome, remarks }: Report): {
  readonly lead: string
  readonly next: string
} {
  const rows = variants ?? []
  const count = dependencesIn(rows).length
  if (outcome === 'harness-fault')
    return { lead: 'The matrix could not be made: it says nothing about the client.', next: '' }
  const lead = leadOf(rows, count)
  const meaning = remarks.some(({ id }) => id === 'broken-must') ? MATRIX_AND_FAULTS : MATRIX_MEANING
  const next =
    count === 0
      ? meaning
      : `${meaning} Have the operator confirm what it depends on, or have the client bear either answer.`
  return { lead, next }
}

function leadOf(rows: readonly VariantReport[], dependences: number): string {
  if (dependences > 0)
    return `This client depends on an assumption in ${counted(dependences, 'place')} of ${rows.length}: it does otherwise where the answer is another.`
  return rows.every(({ verdict }) => verdict === 'not-observed')
    ? 'This client met none of the other answers: nothing can be said of what it depends on.'
    : 'On every other answer that it met, this client did what it does without it.'
}
