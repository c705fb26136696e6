import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect, isIP } from 'node:net'
import { connect as connectSafely } from 'node:tls'
import {
  connectionFailure,
  failureText,
  HTTPS_PORT,
  isRefusalOfHttp,
} from '../../contract-tests/http/connection-failure.ts'
import { mockHealth } from '../../contract-tests/steps/mock-health.ts'
import { healthSchema } from '../../mock-server/admin/health.ts'

const REACH_MS = 10_000
const ANSWER_MS = 3_000

/**
 * Why no connection can be made to an address, as a paragraph; undefined when one can. With https, that takes a TLS
 * handshake with a certificate that this machine trusts. Sends no request.
 */
export async function unreachableReason(baseUrl: string): Promise<string | undefined> {
  const failure = await failureToOpen(baseUrl, { isSafe: baseUrl.startsWith('https:') })
  return failure === undefined ? undefined : connectionFailure(failure, baseUrl)
}

type Opening = { readonly isSafe: boolean; readonly rejectUnauthorized?: boolean }

function failureToOpen(baseUrl: string, { isSafe, ...trust }: Opening): Promise<string | undefined> {
  const { hostname, port } = new URL(baseUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const to = { host, port: Number(port) || (isSafe ? 443 : 80), timeout: REACH_MS }
  const name = isIP(host) === 0 ? { servername: host } : {}
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const onOpened = () => resolve(undefined)
  // A server that speaks HTTP/2 only says so when it is offered nothing else (RFC 7301, section 3.3).
  const ALPNProtocols = ['http/1.1']
  const socket = isSafe
    ? connectSafely({ ...to, ...name, ...trust, ALPNProtocols }, onOpened)
    : connect(to, onOpened)
  socket.once('timeout', () => resolve(`no connection within ${REACH_MS / 1000} s`))
  socket.on('error', (error) => resolve(failureText(error)))
  return promise.finally(() => socket.destroy())
}

/**
 * Why no answer can be had from an address, as a paragraph; undefined when one can, whatever it says, and when it takes
 * its time. Sends `GET /ping` without a key: twice, where the first is not answered.
 */
export async function unansweredReason(baseUrl: string): Promise<string | undefined> {
  const unreachable = await unreachableReason(baseUrl)
  if (unreachable !== undefined) return unreachable
  const failure = (await failureOfPing(baseUrl)) && (await failureOfPing(baseUrl))
  if (failure === undefined) return undefined
  return connectionFailure((await isMistakenForHttp(baseUrl)) ? HTTPS_PORT : failure, baseUrl)
}

/** Whether the port speaks TLS, with whatever certificate. */
async function isMistakenForHttp(baseUrl: string): Promise<boolean> {
  if (baseUrl.startsWith('https:')) return false
  return (await failureToOpen(baseUrl, { isSafe: true, rejectUnauthorized: false })) === undefined
}

function failureOfPing(baseUrl: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const open = baseUrl.startsWith('https:') ? httpsRequest : httpRequest
  const request = open(`${baseUrl}/ping`, { agent: false })
  const patience = setTimeout(() => resolve(undefined), ANSWER_MS)
  request.once('response', (response) => resolve(refusalIn(response).catch(() => undefined)))
  request.on('error', (error) => resolve(failureText(error)))
  request.end()
  return promise.finally(() => {
    clearTimeout(patience)
    request.destroy()
  })
}

/** Some HTTPS servers answer plain HTTP with a 400 that says so. */
async function refusalIn(response: IncomingMessage): Promise<string | undefined> {
  if (response.statusCode !== 400) return undefined
  for await (const chunk of response)
    return isRefusalOfHttp(response.statusCode, String(chunk)) ? HTTPS_PORT : undefined
  return undefined
}

/** The partners of a mock of this kit on this machine; undefined when it is no such mock. */
export async function mockPartners(
  baseUrl: string,
  signal?: AbortSignal,
): Promise<readonly string[] | undefined> {
  return healthSchema.safeParse(await mockHealth(baseUrl, signal)).data?.partners
}
