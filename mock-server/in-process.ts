import { ADMIN_PREFIX, adminPath } from '../contract/wire/admin-path.ts'
import { baseUrlFault, withoutEndSlash } from '../contract/wire/base-url.ts'
import { createApp } from './app.ts'
import { isProxyHeader } from './guards/addresses.ts'
import type { MockApp } from './operations-app.ts'
import type { MockOptions } from './sandbox/mock.ts'

/** A mock that is called without a socket: its base address, and an app or the options of a new one. */
export type InProcessOptions = {
  /** Any http(s) address, with or without a path. Nothing listens there, and no name is resolved. */
  readonly baseUrl: string
  /** Whether `/__mock` can be called, too. Default: no. */
  readonly admin?: boolean
  /** The address that calls come from, for a partner with an allowlist. Default: that of this machine. */
  readonly address?: string
} & ((MockOptions & { readonly app?: undefined }) | { readonly app: MockApp })

/**
 * Puts a mock behind a base address, for every transport without a socket.
 *
 * @param canCut whether the client sees that an answer was cut.
 */
export function inProcessMock(options: InProcessOptions, canCut = true) {
  const { baseUrl, admin = false, address } = options
  const base = readBaseUrl(baseUrl)
  const app = options.app ?? createApp(options)
  const transport = { canCut, ...(address !== undefined && { address }) }
  return {
    base,
    async respond(request: Request): Promise<Response> {
      const target = base.below(request.url) ?? '/'
      const [path = ''] = target.split('?')
      if (adminPath(path) === undefined) return app.fetch(await rebased(request, target), transport)
      return admin ? app.fetch(await ofThisMachine(request, target)) : notOffered()
    },
  }
}

async function rebased(request: Request, target: string): Promise<Request> {
  const url = new URL(request.url).origin + target
  return url === request.url ? request : withUrl(url, request, request.headers)
}

/** The headers that say where a call comes from or goes to, in addition to proxy headers. */
const ORIGIN_HEADERS = ['host', 'origin', 'sec-fetch-site']

/** An admin call as the guard accepts it: to this machine, and from no web page. */
function ofThisMachine(request: Request, target: string): Promise<Request> {
  const headers = new Headers(request.headers)
  const isOfOrigin = (name: string) => ORIGIN_HEADERS.includes(name) || isProxyHeader(name)
  for (const name of [...headers.keys()].filter(isOfOrigin)) headers.delete(name)
  return withUrl(`http://localhost${target}`, request, headers)
}

/** The body is read first: not every browser can pass the stream of one request to another. */
async function withUrl(url: string, request: Request, headers: Headers): Promise<Request> {
  const { method, signal } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url, { method, headers, signal, body: hasBody ? await request.arrayBuffer() : null })
}

function notOffered(): Response {
  const error = `${ADMIN_PREFIX} is not offered in-process. Pass { admin: true } to offer it, or make the mock with createMock, and use its controls.`
  return Response.json({ error }, { status: 403 })
}

/** The base address of a mock: only requests below it are for the mock. */
export type BaseUrl = ReturnType<typeof readBaseUrl>

/** Reads a base address: scheme, host, port and every segment of its path must match. */
function readBaseUrl(text: string) {
  const fault = baseUrlFault(text)
  if (fault !== undefined) throw new TypeError(baseUrlError(fault))
  const url = withoutEndSlash(text)
  const base = new URL(url)
  const prefix = url.slice(base.origin.length)
  return {
    /** As it was given, without a slash at its end. */
    url,
    /** Path and query below the base; `undefined` for an address outside it. */
    below(address: string) {
      const { origin, pathname, search } = new URL(address)
      if (origin !== base.origin || !`${pathname}/`.startsWith(`${prefix}/`)) return undefined
      return `${pathname.slice(prefix.length) || '/'}${search}`
    },
  }
}

/** The text is not quoted: it may contain a secret. */
function baseUrlError(found: string): string {
  return `An in-process mock needs a baseUrl with http: or https:, a host and at most a path; found ${found}. Give an address such as https://host/v1; in a page, new URL('/api', location.href).href.`
}
