import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { type PartialProfile, resolveProfile } from '../contract/profile/parse-profile.ts'
import { answerConnectionErrors } from './http/connection-errors.ts'
import { type ConnectionLimits, DEFAULT_LIMITS, serverOptionsOf } from './http/connection-limits.ts'
import { responseOf } from './http/fetch-exchange.ts'
import { type MalformedHandling, malformedAnswer, refuseMalformed } from './http/malformed.ts'
import { continueInTurn, hostCheck } from './http/request-head.ts'
import { mockFault, problemAnswer } from './respond/respond.ts'
import { type MockApp, mockBehind } from './routed-app.ts'
import type { Mock } from './sandbox/mock.ts'
import { type ReportFault, reportToConsole } from './store/outage.ts'

/** How a server answers, in addition to what the `fetch` behind it does. */
export type AnswerOptions = Pick<MalformedHandling, 'arrive' | 'onUnreadable'> & {
  readonly profile?: PartialProfile
  readonly limits?: Partial<ConnectionLimits>
  readonly onFault?: ReportFault
}

/** What a server of `node:http` or `node:https` is made with, and what is set on it before it listens. */
export type ServerParts = {
  readonly settings: ServerOptions
  readonly answer: RequestListener
  equip(server: Server): Server
}

const SERVER_OPTIONS = {
  /** Handles a request without a Host here: node:http's own answer has no body. */
  requireHostHeader: false,
  /** A second Host makes a request invalid (RFC 9112, section 3.2); by default it would be dropped silently. */
  joinDuplicateHeaders: true,
}

/**
 * A mock as a server of `node:http` that does not listen yet: for supertest, which listens by itself for as long as a
 * request takes, or for a program that calls `listen`. It shares orders, clocks and journal with the mock.
 *
 * @param mock what `createMock` returned.
 *
 * @example
 * const mock = createMock()
 * await supertest(serverOf(mock)).get('/ping').auth('pk_test_me', { type: 'bearer' }).expect(200)
 */
export function serverOf({ app }: { readonly app: MockApp }): Server {
  const mock = mockBehind(app)
  const parts = serverParts(app.fetch, mock && { ...mock, arrive: arrivalsOf(mock) })
  return parts.equip(createServer(parts.settings, parts.answer))
}

/** Records requests that never become calls in the journal of a mock. */
export function arrivalsOf({ journal, redaction }: Mock): NonNullable<MalformedHandling['arrive']> {
  return (head) => journal.arrive(head, redaction)
}

/** The parts of a server that answers by a `fetch`, and in the profile's error shape where a request never reaches that. */
export function serverParts(
  fetch: Parameters<typeof getRequestListener>[0],
  { profile = {}, arrive, onUnreadable, onFault = reportToConsole, ...options }: AnswerOptions = {},
): ServerParts {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const handling = { profile: resolveProfile(profile), arrive, onUnreadable }
  const isAddressed = hostCheck()
  const listener = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => errorResponse(handling, error, onFault),
  })
  return {
    settings: { ...SERVER_OPTIONS, ...serverOptionsOf(limits) },
    answer(request, response) {
      // Names and values are alternately in one list.
      if (request.rawHeaders.length > 2 * limits.headerCount) refuseMalformed(response, 431, handling)
      else if (!isAddressed(request)) refuseMalformed(response, 400, handling)
      else void listener(request, response)
    },
    equip(server) {
      server.maxConnections = limits.connections
      // One more than the limit: node:http silently drops further headers, and would serve the request.
      server.maxHeadersCount = limits.headerCount + 1
      answerConnectionErrors(server, handling)
      continueInTurn(server)
      return server
    },
  }
}

function errorResponse(handling: MalformedHandling, error: unknown, report: ReportFault): Response {
  if (error instanceof RequestError) return responseOf(malformedAnswer(handling, 400))
  return responseOf(problemAnswer(handling.profile, mockFault(error, report)))
}
