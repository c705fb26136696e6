import { parseJson } from '../../contract/text/parse-json.ts'
import { isObject } from '../../contract/wire/json-pointer.ts'
import { socketNetwork } from '../http/http-client.ts'
import { isOnThisMachine, type Target } from './target.ts'

/** The health of a mock of this kit; undefined if it can't be read, or the signal aborts first. No key is sent. */
export async function mockHealth(baseUrl: string, signal?: AbortSignal): Promise<unknown> {
  const asked = { operation: null, method: 'GET', target: '/__mock/health', headers: {}, body: null }
  return socketNetwork()
    .dispatch(baseUrl, asked, signal)
    .then(
      ({ body }) => parseJson(body),
      () => undefined,
    )
}

/** Whether a target is a mock of this kit, on this machine, that accepts every TEST key. */
export async function takesAnyTestKey(
  { baseUrl }: Pick<Target, 'baseUrl'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isOnThisMachine(baseUrl)) return false
  const health = await mockHealth(baseUrl, signal)
  return isObject(health) && health.mock === 'partner-purchase-kit' && health.unknownKeys === 'accept'
}
