import type { ServerResponse } from 'node:http'
import type { Profile } from '../../contract/profile/profile.ts'
import type { ExchangeRecording } from '../journal/recorder.ts'
import type { RawHead } from '../journal/redact-request.ts'
import type { CompleteAnswer } from '../message/complete-answer.ts'
import { malformedRequest } from '../respond/malformed-request.ts'
import { problemAnswer } from '../respond/respond.ts'
import { watchDelivery } from './delivery.ts'
import type { Unreadable } from './unreadable.ts'

/** How a server refuses a request that never becomes a call. */
export type MalformedHandling = {
  readonly profile: Profile
  /** Records such a request in the journal, if there is one. */
  readonly arrive?: ((head: RawHead) => ExchangeRecording) | undefined
  /** Called with what arrived and is not a request at all. */
  readonly onUnreadable?: ((unreadable: Unreadable) => void) | undefined
}

/** Answers something that is not an HTTP request, in the profile's error shape. */
export function malformedAnswer({ profile }: MalformedHandling, status: number): CompleteAnswer {
  return problemAnswer(profile, malformedRequest(status))
}

/** Answers a request that is valid HTTP but not supported here; the next one over its connection may be fine. */
export function refuseMalformed(response: ServerResponse, status: number, handling: MalformedHandling): void {
  const answer = malformedAnswer(handling, status)
  const recording = handling.arrive?.(rawHeadOf(response.req))
  if (recording !== undefined) {
    watchDelivery(response, recording)
    recording.answer(answer)
  }
  response
    .writeHead(status, { ...answer.headers, 'Content-Length': Buffer.byteLength(answer.body) })
    .end(answer.body)
}

/** A request's head as node:http read it. */
export function rawHeadOf({ method = '', url = '', rawHeaders }: ServerResponse['req']): RawHead {
  return { method, target: url, rawHeaders }
}
