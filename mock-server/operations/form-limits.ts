import type { Profile } from '../../contract/profile/profile.ts'
import { characterClass } from '../../contract/profile/reference-limits.ts'
import type { Refused } from '../respond/call.ts'

/** How a purchase was written. */
export type WrittenOrder = {
  readonly partnerReference: string
  readonly contentType: string | undefined
  readonly transferEncoding: string | undefined
}

/** Why a purchase is refused for how it is written; undefined where it is within the limits of the profile. */
export function outsideLimits(
  { partnerReference, contentType, transferEncoding }: WrittenOrder,
  { references, requests }: Pick<Profile, 'references' | 'requests'>,
): Refused | undefined {
  const { characters, longest } = references
  if (longest !== null && partnerReference.length > longest)
    return refused(`The partnerReference has more than ${longest} characters.`, 'reference-limits')
  if (characters !== null && !characterClass(characters).test(partnerReference))
    return refused(`The partnerReference has characters other than ${characters}.`, 'reference-limits')
  if (!requests.charset && /;\s*charset=/i.test(contentType ?? ''))
    return refused('The Content-Type names a charset.', 'request-forms', 'Content-Type')
  if (!requests.chunked && /chunked/i.test(transferEncoding ?? ''))
    return refused('The body is chunked.', 'request-forms', 'Transfer-Encoding')
  return undefined
}

function refused(
  text: string,
  gap: 'reference-limits' | 'request-forms',
  field = 'partnerReference',
): Refused {
  return {
    code: 'invalid-body',
    detail: `${text} The limits are those of the profile.`,
    field,
    nearMiss: { operation: 'createOrder', differs: [text], clause: null, gap },
  }
}
