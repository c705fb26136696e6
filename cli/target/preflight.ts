import type { IncomingMessage } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSafely } from 'node:tls'
import { nearestOf } from '../../contract/text/nearest.ts'
import { authHeaderValue } from '../../contract/wire/auth.ts'
import {
  connectionFailure,
  failureText,
  HTTPS_PORT,
  isClosed,
  isRefusalOfHttp,
} from '../../contract-tests/http/connection-failure.ts'
import { openRequest } from '../../contract-tests/http/http-client.ts'
import { connectToProxy, endpointOf, openTunnel, proxyRefusal } from '../../contract-tests/http/proxy.ts'
import { Service } from '../../contract-tests/service.ts'
import { Shop } from '../../contract-tests/shop.ts'
import type { Target } from '../../contract-tests/target/target.ts'
import { InputError } from '../io.ts'

const REACH_MS = 10_000
const ANSWER_MS = 3_000

type Address = Pick<Target, 'baseUrl' | 'proxy'>

type Access = Pick<Target, 'apiKey' | 'profile'>

/**
 * Why no connection can be made to a target, as a paragraph; undefined when one can. With https, that takes a TLS
 * handshake with a certificate that this machine trusts. Sends no request to it; a proxy is asked for a tunnel.
 */
export async function unreachableReason(target: Address): Promise<string | undefined> {
  const { baseUrl } = target
  const failure = await failureToOpen(target, { isSafe: baseUrl.startsWith('https:') })
  return failure === undefined ? undefined : connectionFailure(failure, baseUrl)
}

type Opening = { readonly isSafe: boolean; readonly rejectUnauthorized?: boolean }

function failureToOpen({ baseUrl, proxy }: Address, opening: Opening): Promise<string | undefined> {
  const to = endpointOf(new URL(baseUrl))
  if (proxy === undefined) return failureOf(to, opening)
  const opened = opening.isSafe ? openTunnel(proxy, to.host, to.port) : connectToProxy(proxy)
  return opened.then((socket) => failureOf(to, opening, socket), failureText)
}

/** What goes wrong on a new connection, or over an existing one, until it is ready for a request. */
function failureOf(
  to: { readonly host: string; readonly port: number },
  { isSafe, ...trust }: Opening,
  by?: Socket,
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const onOpened = () => resolve(undefined)
  const name = isIP(to.host) === 0 ? { servername: to.host } : {}
  // A server that speaks HTTP/2 only says so when it is offered nothing else (RFC 7301, section 3.3).
  const ALPNProtocols = ['http/1.1']
  const way = { ...to, ...(by && { socket: by }) }
  const socket = isSafe
    ? connectSafely({ ...way, ...name, ...trust, ALPNProtocols }, onOpened)
    : (by ?? connect(way, onOpened))
  if (socket === by) onOpened()
  socket.setTimeout(REACH_MS, () => resolve(`no connection within ${REACH_MS / 1000} s`))
  socket.on('error', (error) => resolve(failureText(error)))
  return promise.finally(() => socket.destroy())
}

/**
 * Why a target does not answer, as a paragraph; undefined when it does, with any answer, and when it is only slow. Sends
 * `GET /ping` without a key: twice, if the first is not answered; and with the key where there is one, since a gateway
 * may close the connection of a caller who has none.
 */
export async function unansweredReason(target: Address, access?: Access): Promise<string | undefined> {
  const unreachable = await unreachableReason(target)
  if (unreachable !== undefined) return unreachable
  const failure = (await failureOfPing(target)) && (await failureOfPing(target))
  if (failure === undefined) return undefined
  if (await isMistakenForHttp(target)) return connectionFailure(HTTPS_PORT, target.baseUrl)
  if (access === undefined || !isClosed(failure)) return connectionFailure(failure, target.baseUrl)
  const { auth } = access.profile
  const headers = { [auth.header]: authHeaderValue(auth, access.apiKey) }
  return (await failureOfPing(target, headers)) && connectionFailure(failure, target.baseUrl)
}

/** Whether the port speaks TLS, with any certificate. */
async function isMistakenForHttp(target: Address): Promise<boolean> {
  if (target.baseUrl.startsWith('https:') || target.proxy !== undefined) return false
  return (await failureToOpen(target, { isSafe: true, rejectUnauthorized: false })) === undefined
}

function failureOfPing(
  { baseUrl, proxy }: Address,
  headers: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const request = openRequest(`${baseUrl}/ping`, { mayShare: false, proxy, headers })
  const limit = setTimeout(() => resolve(undefined), ANSWER_MS)
  request.once('response', (response) => {
    const refused = proxyRefusal(response, baseUrl, proxy)
    resolve(refused === undefined ? refusalIn(response).catch(() => undefined) : refused.message)
  })
  request.on('error', (error) => resolve(failureText(error)))
  request.end()
  return promise.finally(() => {
    clearTimeout(limit)
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

/**
 * Refuses a card of `--sku` that is not in the catalogue. Reads the catalogue only with `--sku`; if it can't be read,
 * nothing is refused, since the suite reports why.
 *
 * @throws {InputError} naming the card, and the most similar one.
 */
export async function refuseUnknownCard(target: Target): Promise<void> {
  const { sku, baseUrl } = target
  if (sku === undefined) return
  const skus = await new Shop(new Service(target)).skus().catch((): readonly string[] => [])
  if (skus.length === 0 || skus.includes(sku)) return
  throw new InputError(
    `--sku: ${JSON.stringify(sku)} is not in the catalogue of ${baseUrl}, which has ${skus.length} cards. ${nearestOf(sku, skus)} Nothing was bought.`,
  )
}
