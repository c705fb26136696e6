import { connect } from 'node:net'
import { healthSchema } from '../mock-server/health.ts'

const REACH_MS = 10_000
const HEALTH_MS = 15_000

/** Why nothing answers at an address, as a sentence; undefined when something does. Sends nothing. */
export function unreachableReason(baseUrl: string): Promise<string | undefined> {
  const { protocol, hostname, port } = new URL(baseUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({
    host,
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    timeout: REACH_MS,
  })
  return new Promise<string | undefined>((resolve) => {
    socket.once('connect', () => resolve(undefined))
    socket.once('timeout', () => resolve(`no connection within ${REACH_MS / 1000} s`))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(REASONS[error.code ?? ''] ?? error.message),
    )
  }).finally(() => socket.destroy())
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
}

/** The partners that a mock of this kit on this machine knows by name; undefined when it is no such mock. */
export async function mockPartners(baseUrl: string): Promise<readonly string[] | undefined> {
  try {
    const response = await fetch(`${baseUrl}/__mock/health`, {
      redirect: 'error',
      signal: AbortSignal.timeout(HEALTH_MS),
    })
    const health = healthSchema.safeParse(await response.json())
    return health.success ? health.data.partners : undefined
  } catch {
    return undefined
  }
}
