import { type Profile, provenanceOf } from '../../contract/profile/profile.ts'
import { GAPS } from '../../contract/reference/gaps.ts'
import type { VariantReport } from '../../contract/report/report.ts'
import { amountVariants } from './changes/amounts.ts'
import { fieldVariants } from './changes/fields.ts'
import { FORM_VARIANTS } from './changes/form.ts'
import { refusalVariants } from './changes/refusals.ts'
import { settlementVariants } from './changes/settlement.ts'
import type { Variant } from './variant.ts'

/** An answer that the operator has confirmed is not an assumption, and is not varied. */
export function variantsOf(profile: Profile): readonly Variant[] {
  const all = [
    ...settlementVariants(profile),
    ...refusalVariants(profile),
    ...fieldVariants(profile),
    ...amountVariants(profile),
    ...FORM_VARIANTS,
  ]
  return all.filter((variant) => answerTo(variant, profile)?.provenance !== 'confirmed')
}

/** The answer of a profile that a variant replaces; null when no key of the profile holds it. */
export function answerTo({ gaps }: Variant, profile: Profile): VariantReport['answeredBy'] {
  const answers = gaps
    .flatMap((gap) => GAPS[gap].profileKey ?? [])
    .map((profileKey) => ({ profileKey, provenance: provenanceOf(profile, profileKey) }))
  return answers.find(({ provenance }) => provenance !== 'confirmed') ?? answers[0] ?? null
}
