import { parseJson } from '../analysis/answer.ts'
import { overSocket } from '../http/http-client.ts'
import type { Session } from '../run/session.ts'
import { isOnThisMachine } from '../run/target.ts'
import { step } from './step.ts'

/** What a mock of this kit says of itself; undefined where nothing can be read. It is sent no key. */
export async function mockHealth(baseUrl: string): Promise<unknown> {
  const asked = { operation: null, method: 'GET', target: '/__mock/health', headers: {}, body: null }
  return overSocket(baseUrl, asked).then(
    ({ body }) => parseJson(body),
    () => undefined,
  )
}

/** Whether the target is a mock of this kit on this machine that takes every TEST key for that of a partner. */
export const takesAnyTestKey = step(async ({ target }: Session): Promise<boolean> => {
  if (!isOnThisMachine(target.baseUrl)) return false
  const health = await mockHealth(target.baseUrl)
  if (typeof health !== 'object' || health === null || !('mock' in health && 'door' in health)) return false
  return health.mock === 'partner-purchase-kit' && health.door === 'open'
})
