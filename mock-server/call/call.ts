import type { OperationId } from '../../contract/wire/operations.ts'
import type { Partner } from '../../fixtures/partners.ts'
import type { Recording } from '../journal/recorder.ts'
import { redactorOf } from '../journal/redact-request.ts'
import type { Inbound } from '../message/inbound.ts'
import { NO_BODY } from '../message/request-body.ts'
import type { Mock } from '../sandbox/mock.ts'
import type { SandboxState } from '../store/store.ts'

/** One request on its way through the mock, and what becomes known of it. */
export class Call {
  readonly mock: Mock
  readonly inbound: Inbound
  readonly recording: Recording
  /** Which operation is asked for; undefined where it is none. */
  readonly operation: OperationId | undefined
  body = NO_BODY
  /** Whose key it came with; undefined until that is known. */
  partner: Partner | undefined = undefined
  /** The latest that the store returned about the caller's sandbox; undefined before it was asked. */
  sandbox: SandboxState | undefined = undefined
  #redact: ((text: string) => string) | undefined

  /** Writes the request into the journal, whatever becomes of it. */
  constructor(mock: Mock, inbound: Inbound, operation: OperationId | undefined) {
    this.mock = mock
    this.inbound = inbound
    this.operation = operation
    this.recording = mock.journal.arrive(inbound, mock.redaction)
    if (operation !== undefined) this.recording.operation(operation)
  }

  /** Takes the caller's credentials out of a text. */
  get redact(): (text: string) => string {
    this.#redact ??= redactorOf(this.inbound.rawHeaders, this.mock.redaction)
    return this.#redact
  }
}

/** A call of a partner that is known. */
export type AdmittedCall = Call & { readonly partner: Partner }

/** One of the operations as it is asked for by a partner. */
export type OperationCall = AdmittedCall & { readonly operation: OperationId }
