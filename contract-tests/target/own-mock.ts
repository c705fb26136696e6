import { parseJson } from '../../contract/text/parse-json.ts'
import { TEST_KEY_PREFIX } from '../../contract/wire/auth.ts'
import { isObject } from '../../contract/wire/json-pointer.ts'
import { is2xx } from '../../contract/wire/status.ts'
import { socketNetwork } from '../http/http-client.ts'
import { written } from './exchange.ts'
import { isOnThisMachine, newRunId, type Target } from './target.ts'

type Asked = Pick<Target, 'baseUrl' | 'profile'>

/** Whether a mock of this kit, on this machine, takes any TEST key for that of a partner: it is asked with a new one. */
export async function takesAnyTestKey(target: Asked, signal: AbortSignal): Promise<boolean> {
  return is2xx(await statusOfPing(target, `${TEST_KEY_PREFIX}${newRunId()}`, signal))
}

/** Whether a mock of this kit, on this machine, refuses a key for the address that it is called from (§5.3). */
export async function blocksAddressOf(key: string, target: Asked, signal: AbortSignal): Promise<boolean> {
  return (await statusOfPing(target, key, signal)) === target.profile.errors.ipNotAllowed
}

/** How a mock of this kit, on this machine, answers a ping with a key; null for any other target. */
async function statusOfPing(
  { baseUrl, profile }: Asked,
  apiKey: string,
  signal: AbortSignal,
): Promise<number | null> {
  if (!isOnThisMachine(baseUrl)) return null
  const { dispatch } = socketNetwork()
  const health = { operation: null, method: 'GET', target: '/__mock/health', headers: {}, body: null }
  try {
    const answer = parseJson((await dispatch(baseUrl, health, signal)).body)
    if (!isObject(answer) || answer.mock !== 'partner-purchase-kit') return null
    const ping = written({ profile, apiKey }, { operation: 'ping' })
    return (await dispatch(baseUrl, ping, signal)).status
  } catch {
    // What can't be read, the run itself reports.
    return null
  }
}
