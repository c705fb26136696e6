import type { Profile } from '../../../contract/profile/profile.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { harmless, legible } from '../../../contract/text/harmless.ts'
import { redact } from '../../../contract/text/redact.ts'
import {
  type Discovery,
  type DiscoveryAim,
  discover,
  planInWords,
} from '../../../contract-tests/discovery/discover.ts'
import { newRunId } from '../../../contract-tests/run/target.ts'
import type { Io } from '../../io.ts'
import { unreachableReason } from '../../target/preflight.ts'
import { proxyFor, proxyWords } from '../../target/proxy-settings.ts'
import { baseUrlOf, keyFromEnvironment, SERVICE_KEY_VARIABLE } from '../../target/target-options.ts'
import { watchForStop } from '../../target/time-limit.ts'
import { InputError } from '../../terminal/input-error.ts'
import { fold, wrap } from '../../terminal/terminal.ts'
import type { DiscoveryTerminal } from './discovery-output.ts'
import { renderEvent } from './render.ts'

/** The service that is asked, and how. */
export type ServiceOptions = {
  baseUrl: string
  sku?: string
  allowPurchase?: boolean
  allowHttp?: boolean
  timeLimit: number
}

/**
 * The target of a discovery.
 *
 * @throws {InputError} for an address or a key that can't be used.
 */
export function aimOf(options: ServiceOptions, start: Profile, io: Io): DiscoveryAim {
  const apiKey = keyFromEnvironment(io.env)
  const baseUrl = baseUrlOf(options.baseUrl, { allowHttp: options.allowHttp === true })
  if (apiKey === undefined) {
    throw new InputError(
      `${SERVICE_KEY_VARIABLE} is not set. Put the TEST key that the operator gave you in it.`,
    )
  }
  refuseKeyInUrl('--base-url', baseUrl, apiKey)
  refuseKeyInUrl('--sku', options.sku ?? '', apiKey)
  return {
    baseUrl,
    proxy: proxyFor(baseUrl, io.env),
    apiKey,
    start,
    ...(options.sku !== undefined && { sku: options.sku }),
    allowPurchase: options.allowPurchase === true,
    runId: newRunId(),
  }
}

function refuseKeyInUrl(option: string, text: string, apiKey: string): void {
  if (redact(text, [apiKey]) === text) return
  throw new InputError(`${option}: found a key in it, which would put it into a URL. Leave it out.`)
}

/**
 * Asks the service, and prints every step.
 *
 * @param timeLimit in seconds.
 * @returns what was found; the exit code if that is no profile.
 */
export async function askService(
  aim: DiscoveryAim,
  timeLimit: number,
  { say, paint, width }: DiscoveryTerminal,
  io: Io,
): Promise<Discovery | number> {
  const reason = await unreachableReason(aim)
  if (reason !== undefined) {
    say(fold(reason, width))
    return EXIT_CODES.unreachable
  }
  say(fold(heading(aim), width))
  const stopping = watchForStop(timeLimit, io)
  try {
    const run = discover(aim, (event) => say(renderEvent(harmless(event), paint, width)))
    const ended = await Promise.race([run, stopping.stopped])
    if (typeof ended === 'string') {
      const rest =
        'No profile was written. If a purchase was sent above, it stands: ask for it by its reference.'
      say(`\n${fold(`${ended} ${rest}`, width)}`)
      return stopping.isInterrupted() ? EXIT_INTERRUPTED : EXIT_CODES.incomplete
    }
    const { ending } = ended
    if (ending.kind === 'found') return ended
    say(`\n${paint('red', wrap(`${legible(ending.message)} No profile was written.`, width).join('\n'))}`)
    return ending.kind === 'unanswered' ? EXIT_CODES.unreachable : EXIT_CODES.incomplete
  } finally {
    stopping.release()
  }
}

function heading(aim: DiscoveryAim): string {
  const plan = planInWords(aim)
  return [`Discovering the Partner Purchase API at ${aim.baseUrl}${proxyWords(aim.proxy)}.`, ...plan].join(
    '\n',
  )
}
