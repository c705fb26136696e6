import { createServer, type RequestListener, type Server } from 'node:http'
import { type Clock, systemClock } from '../contract/clock.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import { adminPath } from '../contract/wire/admin-path.ts'
import { isTestKey } from '../contract/wire/auth.ts'
import { readPointer } from '../contract/wire/json-pointer.ts'
import { addressList, isThisMachine } from '../mock-server/guards/addresses.ts'
import { closerOf, DEFAULT_LIMITS, listening, serverOptionsOf } from '../mock-server/http/listen.ts'
import type { Certificate } from '../mock-server/tls/certificate.ts'
import { tlsServer } from '../mock-server/tls/tls-server.ts'
import { answerOwn, type OwnSurface } from './admin.ts'
import { ProxySetupError, type Script } from './faults.ts'
import { handle, type ScriptedClient, TEST } from './handle.ts'
import { digestOf, ProxyJournal } from './journal.ts'
import { ProxyStore } from './store.ts'
import { type Forward, forwardTo, type Outcome, type Target } from './upstream.ts'

export type ProxyOptions = Target & {
  readonly port?: number
  readonly host?: string
  /** The keys that may call. Default: every TEST key; beyond this machine, they have to be listed. */
  readonly keys?: readonly string[] | undefined
  /** Names that it is called by, besides those of this machine; null for any, where no web page can know a key. */
  readonly hosts?: readonly string[] | null | undefined
  /** The addresses and CIDR blocks that may call. Default: all. */
  readonly allowFrom?: readonly string[] | undefined
  /** Whether it has a surface of its own, with a page and orders of faults. Default: yes. */
  readonly hasSurface?: boolean
  readonly tls?: Pick<Certificate, 'cert' | 'key'> | undefined
  /** The file of its store. Default: memory. */
  readonly file?: string | null
  readonly maxPurchases?: number
  /** The faults of real cards, by SKU. */
  readonly scripts?: ReadonlyMap<string, Script>
  readonly clock?: Clock
  readonly onFault?: (sentence: string) => void
  readonly judging?: OwnSurface['judging']
}

export type OpenedProxy = {
  readonly url: string
  readonly journal: ProxyJournal
  readonly store: ProxyStore
  /**
   * Lets one client key call, with faults of its own, and has its references looked up before they are first bought.
   *
   * @returns the references that the target knew before, as they are found.
   */
  script(key: string, script: Script): readonly string[]
  /** Reads from the target, as no client's request. */
  read(target: string): Promise<Outcome>
  close(): Promise<void>
}

export class TargetError extends Error {
  override readonly name = 'TargetError'
  /** Whether nothing answered, as opposed to something that may not be bought from. */
  readonly isUnreachable: boolean

  constructor(message: string, isUnreachable: boolean) {
    super(message)
    this.isUnreachable = isUnreachable
  }
}

const DEFAULTS = {
  ...{ host: '127.0.0.1', port: 0, clock: systemClock, file: null, maxPurchases: 50, hasSurface: true },
  ...{ scripts: new Map<string, Script>(), onFault: () => {} },
}
/** How long the ping may take that has to come first. */
const PING_PATIENCE_MS = 15_000

/**
 * Opens a proxy before a TEST environment, once a ping to it has answered the mode TEST.
 *
 * @throws {ProxySetupError} for a key that is no TEST key, and for one that listens beyond this machine without listed keys.
 * @throws {TargetError} where the target is in no TEST mode, or does not answer.
 * @throws {StoreError} for a store that can't be used.
 */
export async function openProxy(options: ProxyOptions): Promise<OpenedProxy> {
  const settings = { ...DEFAULTS, ...options }
  const { key, baseUrl, clock, host, file, onFault } = settings
  if (!isTestKey(key))
    throw new ProxySetupError('A proxy passes on purchases: its key must be a TEST key (pk_test_…).')
  if (!isThisMachine(host) && options.keys === undefined)
    throw new ProxySetupError(`Beyond this machine only listed keys may call: ${host} needs a list of them.`)
  const forward = forwardTo(options)
  await requireTestMode(forward, options)
  const store = new ProxyStore(file, digestOf(`${baseUrl} ${key}`), clock.now(), ({ message }) =>
    onFault(
      `${message} The recording ends here, and nothing is passed on any more. Stop the proxy to read what it saw, and start it again when that is done.`,
    ),
  )
  try {
    return await servedOver(store, forward, settings)
  } catch (cause) {
    store.close()
    throw cause
  }
}

type Settings = ProxyOptions & Required<Pick<ProxyOptions, Exclude<keyof typeof DEFAULTS, 'file'>>>

async function servedOver(store: ProxyStore, forward: Forward, settings: Settings): Promise<OpenedProxy> {
  const { key, profile, clock, allowFrom } = settings
  const journal = new ProxyJournal(store, clock, profile, key)
  const clients = new Map<string, ScriptedClient>()
  const keys = settings.keys === undefined ? null : new Set(settings.keys.map(digestOf))
  const hosts = settings.hosts === null ? null : (settings.hosts ?? []).map((name) => name.toLowerCase())
  let mode = TEST
  const surface: OwnSurface = {
    ...settings,
    ...{ keys, hosts, journal, store, clients },
    async forward(request) {
      const outcome = await forward(request)
      // One that leaves TEST mode gets nothing more, also if another ping, or a replica, is still in it.
      const said = request.target === '/ping' && 'status' in outcome ? modeIn(outcome.text, profile) : null
      if (mode === TEST) mode = said ?? mode
      return outcome
    },
    mode: () => mode,
  }
  const isAllowed =
    allowFrom && addressList(allowFrom, 'Only addresses and CIDR blocks may be allowed to call')
  const server = serverFor((request, response) => {
    if (isAllowed?.(request.socket.remoteAddress ?? '') === false)
      response.writeHead(403).end('{"error":"Calls from this address are not accepted."}')
    else if (settings.hasSurface && adminPath(request.url ?? '') !== undefined)
      void answerOwn(surface, request, response)
    else void handle(surface, request, response)
  }, settings)
  const closeServer = closerOf(server)
  const reached = await listening(server, settings.port, settings.host)
  return {
    url: `http${settings.tls === undefined ? '' : 's'}://${reached}`,
    ...{ journal, store },
    script(clientKey, script) {
      const digest = digestOf(clientKey)
      keys?.add(digest)
      const known: string[] = []
      clients.set(digest, { script, known })
      return known
    },
    read: (target) => forward({ target }),
    async close() {
      await closeServer()
      store.close()
    },
  }
}

function serverFor(listener: RequestListener, { tls }: Pick<ProxyOptions, 'tls'>): Server {
  const settings = { ...serverOptionsOf(DEFAULT_LIMITS), insecureHTTPParser: false }
  const server: Server =
    tls === undefined ? createServer(settings, listener) : tlsServer(settings, tls, listener, () => {})
  server.maxConnections = DEFAULT_LIMITS.connections
  // A malformed request may be the beginning of another one: its connection says nothing more.
  server.on(
    'clientError',
    (_, socket) => void socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
  )
  return server
}

/** What a ping says; null where it says nothing. */
function modeIn(text: string, { ping }: Profile): string | null {
  const mode = readPointer(parseJson(text), ping.mode)
  return typeof mode === 'string' ? mode : null
}

function remedyFor(status: number, isElsewhere: boolean, { auth, errors }: Profile): string {
  if (isElsewhere) return 'The base address may lack a part of its path, or have one too many. '
  const check = `Check the key in SERVICE_PARTNER_API_KEY, and how the profile sends it: ${auth.header}: ${auth.format}. `
  return (
    (status === errors.unauthenticated ? check : '') +
    (status === errors.ipNotAllowed ? 'The address of this machine may not be allowed. ' : '')
  )
}

async function requireTestMode(forward: Forward, target: Target): Promise<void> {
  const { baseUrl, profile } = target
  const outcome = await forward({ target: '/ping', patienceMs: PING_PATIENCE_MS })
  if (!('status' in outcome))
    throw new TargetError(`${baseUrl}: ${outcome.failure}. Nothing was passed on.`, !outcome.isEcho)
  const { status, text } = outcome
  const mode = modeIn(text, profile)
  if (status >= 200 && status < 300 && mode === TEST) return
  const found =
    mode === null ? `status ${status} without a mode` : `the mode ${JSON.stringify(mode.slice(0, 32))}`
  const isElsewhere = status === 404 || status === profile.errors.notFound
  const remedy = remedyFor(status, isElsewhere, profile)
  throw new TargetError(
    `${baseUrl}: a ping with the key answered ${found}, expected the mode TEST at ${profile.ping.mode}. ${remedy}Nothing was passed on.`,
    isElsewhere,
  )
}
