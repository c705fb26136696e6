import type { Session } from '../session.ts'
import { isOnThisMachine } from '../target.ts'
import { stimulus } from './stimulus.ts'

const HEALTH_MS = 15_000

/** Whether the target is a mock of this kit on this machine that takes every TEST key for that of a partner. */
export const takesAnyTestKey = stimulus(async ({ target }: Session): Promise<boolean> => {
  if (!isOnThisMachine(target.baseUrl)) return false
  try {
    const response = await fetch(`${target.baseUrl}/__mock/health`, {
      redirect: 'error',
      signal: AbortSignal.timeout(HEALTH_MS),
    })
    const health = (await response.json()) as { readonly mock?: unknown; readonly door?: unknown }
    return health.mock === 'partner-purchase-kit' && health.door === 'open'
  } catch {
    return false
  }
})
