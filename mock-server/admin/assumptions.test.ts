import { describe, expect, test } from 'vitest'
import { type PartialProfile, resolveProfile } from '../../contract/profile/parse-profile.ts'
import { GAPS } from '../../contract/reference/gaps.ts'
import { createApp } from '../app.ts'
import { type Assumption, assumptionsReport } from '../sandbox/assumptions-header.ts'

function assumptionOf(gap: string, partial: PartialProfile = {}): Assumption | undefined {
  return assumptionsReport(resolveProfile(partial)).find((assumption) => assumption.gap === gap)
}

describe('the report on assumptions', () => {
  test('holds every gap of the reference, in the order of its sections', () => {
    expect(assumptionsReport(resolveProfile({})).map(({ gap }) => gap)).toEqual(Object.keys(GAPS))
  })

  test.each(assumptionsReport(resolveProfile({})))(
    'says of $gap what answers it, or why nothing needs to',
    (row) => {
      expect(row.section).toMatch(/^\d/)
      expect(row.text).not.toBe('')
      if (row.profileKey === null) expect(row.reason).not.toBe('')
      else expect(row.answer).toBeDefined()
    },
  )

  test('shows the answer of the current profile, as a section or a single key', () => {
    const partial = { money: { currency: 'EUR' }, errors: { notFound: 410 } }
    expect(assumptionOf('money-format', partial)).toMatchObject({
      profileKey: 'money',
      answer: { format: 'decimal-string', currency: 'EUR' },
    })
    expect(assumptionOf('not-found-status', partial)).toMatchObject({
      section: '7.2',
      text: 'the status that answers an unknown order, SKU or path',
      profileKey: 'errors.notFound',
      answer: 410,
    })
  })

  test('shows an answer that is null, such as a rate without a limit', () => {
    expect(assumptionOf('rate-limits')).toMatchObject({ answer: null, provenance: 'assumed' })
  })

  test.each(['assumed', 'observed', 'confirmed'] as const)(
    'tells an answer that is %s as such',
    (provenance) => {
      expect(assumptionOf('key-transport', { provenance: { auth: provenance } })).toMatchObject({
        provenance,
      })
      expect(assumptionOf('money-format', { provenance: { auth: provenance } })).toMatchObject({
        provenance: 'assumed',
      })
    },
  )

  test('is read from GET /__mock/assumptions, by the profile of that mock', async () => {
    const profile = { errors: { notFound: 410 }, provenance: { 'errors.notFound': 'observed' } } as const
    const answer = await createApp({ profile }).request('/__mock/assumptions')
    const { assumptions } = (await answer.json()) as { assumptions: Assumption[] }
    expect(assumptions).toEqual(assumptionsReport(resolveProfile(profile)))
    expect(assumptions.find(({ gap }) => gap === 'not-found-status')).toMatchObject({
      answer: 410,
      provenance: 'observed',
    })
  })
})
