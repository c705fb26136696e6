import type { Report, VariantReport } from '../../contract/report/report.ts'
import { counted, tallied } from '../../contract/text/listed.ts'

const MATRIX =
  'The client was tried with other answers to what the reference does not show, each compared with a run without it. This is information, not a verdict: no answer here is documented'

const MATRIX_MEANING = `${MATRIX}, and none is a fault of the client.`

/** The same, for a client that also broke documented clauses: the remarks name them. */
const MATRIX_AND_FAULTS = `${MATRIX}. But the client also broke a must, as the remarks say. That is a fault of the client: certify it first.`

export type Meaning = { readonly lead: string; readonly next: string }

export function gapWords({ gaps }: Pick<VariantReport, 'gaps'>): string {
  return gaps.length === 0 ? 'not mentioned' : gaps.join(', ')
}

/**
 * One dependence in a sentence: the assumption, what answers it and where that is from, and where a client reads it.
 * Names of the profile and positions are between backticks.
 */
export function dependenceWords({ gaps, answeredBy, readAt }: VariantReport): string {
  const subject = gaps.length === 0 ? 'what the reference does not mention' : gaps.join(', ')
  const answer =
    answeredBy === null
      ? 'no key of the profile answers it'
      : `the profile answers it with \`${answeredBy.profileKey}\` (${answeredBy.provenance})`
  return `It depends on ${subject}: ${answer}, and it is read in ${readAt}.`
}

export function dependencesIn(rows: readonly VariantReport[]): readonly VariantReport[] {
  return rows.filter(({ verdict }) => verdict === 'depends')
}

/** Such as '34 other answers: 30 independent, 3 that it depends on, 1 not observed'. */
export function variantTally(rows: readonly VariantReport[]): string {
  const words = rows.map(({ verdict }) => TALLY_WORDS[verdict])
  return `${counted(rows.length, 'other answer')}: ${tallied(words, Object.values(TALLY_WORDS))}`
}

const TALLY_WORDS = {
  independent: 'independent',
  depends: 'that it depends on',
  'not-observed': 'not observed',
} as const

export function matrixMeaning({ variants, outcome, remarks }: Report): Meaning {
  const rows = variants ?? []
  const count = dependencesIn(rows).length
  if (outcome === 'harness-fault')
    return { lead: 'The matrix could not be made: it says nothing about the client.', next: '' }
  const lead = leadOf(rows, count)
  const meaning = remarks.some(({ id }) => id === 'broken-must') ? MATRIX_AND_FAULTS : MATRIX_MEANING
  const next =
    count === 0
      ? meaning
      : `${meaning} Have the operator confirm what it depends on, or make the client accept both answers.`
  return { lead, next }
}

function leadOf(rows: readonly VariantReport[], dependences: number): string {
  if (dependences > 0)
    return `This client depends on an assumption in ${counted(dependences, 'place')} of ${rows.length}: it behaves differently when the answer is different.`
  return rows.every(({ verdict }) => verdict === 'not-observed')
    ? 'This client received none of the other answers: nothing is known about what it depends on.'
    : 'With every other answer that it received, this client did the same as without it.'
}
