import type { Profile } from '../../contract/profile/profile.ts'
import { authWays, describeWay } from './auth-ways.ts'
import { lookupWays } from './lookup-ways.ts'
import type { RequestLimits } from './prober.ts'

/** What a discovery is going to try, one line each. */
export function planInWords(
  start: Profile,
  { pauseMs, mostRequests }: RequestLimits,
  allowPurchase: boolean,
): readonly string[] {
  return [
    `At most ${mostRequests} requests, one at a time, ${pauseMs} ms apart. No redirect is followed.`,
    `The key is tried as: ${authWays(start.auth).map(describeWay).join(' · ')}`,
    ...(allowPurchase
      ? [
          'One card is bought, once ping has said TEST. Its order is then looked for at:',
          ...lookupWays(start.lookup).map(({ method, path }) => `  ${method} ${path}`),
          'How it may be written is then found by its identical body, and by a card that does not exist.',
        ]
      : [
          'Nothing is bought. With --allow-purchase, one TEST card is, to find the lookup and a settled state.',
        ]),
  ]
}
