import { parseJson } from '../../contract/text/parse-json.ts'
import { TEST_KEY_PREFIX } from '../../contract/wire/auth.ts'
import { isObject } from '../../contract/wire/json-pointer.ts'
import { is2xx } from '../../contract/wire/status.ts'
import { socketNetwork } from '../http/http-client.ts'
import { written } from './exchange.ts'
import { isOnThisMachine, newRunId, type Target } from './target.ts'

type Asked = Pick<Target, 'baseUrl' | 'profile'>

/** True if the target is this kit's mock on this machine, and accepts any TEST key. It is asked with a new key. */
export async function takesAnyTestKey(target: Asked, signal: AbortSignal): Promise<boolean> {
  return is2xx(await statusOfPing(target, `${TEST_KEY_PREFIX}${newRunId()}`, signal))
}

/** True if the target is this kit's mock on this machine, and refuses the key for the address of this caller (§5.3). */
export async function blocksAddressOf(key: string, target: Asked, signal: AbortSignal): Promise<boolean> {
  return (await statusOfPing(target, key, signal)) === target.profile.errors.ipNotAllowed
}

/** The status of a ping to this kit's mock on this machine; null for any other target. */
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
    // The run itself reports a target that can't be read.
    return null
  }
}
