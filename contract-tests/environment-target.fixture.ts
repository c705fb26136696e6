import { parseProfile } from '../contract/profile/parse-profile.ts'
import { isOnThisMachine, type TargetOptions } from './run/target.ts'

/** The profile that a run of the suite reads, where there is one in the current folder. */
export const PROFILE_FILE = 'partner-purchase.profile.json'

/**
 * The target that the environment names by `SERVICE_BASE_URL`, `SERVICE_PARTNER_API_KEY` and
 * `SERVICE_PARTNER_BLOCKED_API_KEY`; undefined if it names no address.
 *
 * @param profile the text of a profile.
 * @throws {RangeError} when the address is not valid, or there is no key, or the key would be sent unencrypted.
 * @throws {ProfileError} when the profile can't be used.
 */
export function environmentTarget(
  environment: Readonly<Record<string, string | undefined>>,
  profile?: string,
): TargetOptions | undefined {
  const { SERVICE_BASE_URL: baseUrl, SERVICE_PARTNER_API_KEY: apiKey } = environment
  const { SERVICE_PARTNER_BLOCKED_API_KEY: notAllowedKey } = environment
  if (!baseUrl) return undefined
  if (!URL.canParse(baseUrl))
    throw new RangeError(
      `SERVICE_BASE_URL: found ${JSON.stringify(baseUrl)}, expected an address such as https://api.example.com`,
    )
  if (!apiKey)
    throw new RangeError(
      'SERVICE_BASE_URL is set, and SERVICE_PARTNER_API_KEY is not: put the TEST key of that service in it, or unset SERVICE_BASE_URL to test the mock.',
    )
  if (new URL(baseUrl).protocol !== 'https:' && !isOnThisMachine(baseUrl))
    throw new RangeError(
      `SERVICE_BASE_URL: ${new URL(baseUrl).protocol} to another machine would send the key in the clear. Use https.`,
    )
  return {
    baseUrl,
    apiKey,
    ...(notAllowedKey && { notAllowedKey }),
    ...(profile !== undefined && { profile: parseProfile(profile, PROFILE_FILE) }),
  }
}
