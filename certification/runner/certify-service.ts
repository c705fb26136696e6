import { listen } from './listening/listen.ts'
import type { CertifyOptions, ServiceClient } from './options.ts'
import type { CertificationPlan } from './plan.ts'
import type { CertificationRun } from './recording.ts'

const DEFAULT_TIMEOUT_SECONDS = 900

/**
 * Listens to a client that is a service.
 *
 * @throws {ListenError} when the port can't be listened on.
 */
export async function certifyService(
  plan: CertificationPlan,
  options: CertifyOptions & ServiceClient,
): Promise<CertificationRun> {
  const {
    port = 0,
    host = '127.0.0.1',
    timeoutSeconds = DEFAULT_TIMEOUT_SECONDS,
    finished,
    key,
    allowFrom,
  } = options.listen
  const { signal, onProgress = () => {} } = options
  const [startedAt, beganAt] = [Date.now(), performance.now()]
  const stop = AbortSignal.any([signal, finished].filter((one) => one !== undefined))
  const { trials, baseUrl } = await listen(
    { ...plan, port, host, key, allowFrom, timeoutSeconds, stop },
    onProgress,
  )
  const ending = signal?.aborted === true ? 'The run was interrupted.' : null
  return { trials, baseUrl, startedAt, durationMs: Math.round(performance.now() - beganAt), ending }
}
