import type { OperationId } from '../../contract/wire/operations.ts'
import type { Partner } from '../../fixtures/partners.ts'
import type { ExchangeRecording } from '../journal/recorder.ts'
import { redactorOf } from '../journal/redact-request.ts'
import type { Inbound } from '../message/inbound.ts'
import { NO_BODY } from '../message/request-body.ts'
import type { Mock } from '../sandbox/mock.ts'
import type { SandboxState } from '../store/store.ts'

/** One request on its way through the mock, and what is known about it so far. */
export class Call {
  readonly mock: Mock
  readonly inbound: Inbound
  readonly recording: ExchangeRecording
  /** The requested operation; undefined if it is not one. */
  readonly operation: OperationId | undefined
  body = NO_BODY
  /** The partner of its key; undefined until that is known. */
  partner: Partner | undefined = undefined
  /** The last state of the caller's sandbox that the store returned; undefined before the first one. */
  sandbox: SandboxState | undefined = undefined
  #redact: ((text: string) => string) | undefined

  /** Records the request in the journal, also if it is refused. */
  constructor(mock: Mock, inbound: Inbound, operation: OperationId | undefined) {
    this.mock = mock
    this.inbound = inbound
    this.operation = operation
    this.recording = mock.journal.arrive(inbound, mock.redaction)
    if (operation !== undefined) this.recording.operation(operation)
  }

  /** Removes the caller's credentials from a text. */
  get redact(): (text: string) => string {
    this.#redact ??= redactorOf(this.inbound.rawHeaders, this.mock.redaction)
    return this.#redact
  }
}

/** A call of a known partner. */
export type AdmittedCall = Call & { readonly partner: Partner }

/** An operation that a partner calls. */
export type OperationCall = AdmittedCall & { readonly operation: OperationId }
