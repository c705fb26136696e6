import type { Profile } from '../../contract/profile/profile.ts'
import { legible } from '../../contract/text/harmless.ts'
import { formatRefusal } from '../../contract/wire/error-body.ts'
import type { Answer } from '../message/answer.ts'

/** The status of a fault of the mock: of HTTP itself, since no profile answers for what is no service's doing. */
const STATUS = 500

/** What answers a call that the mock itself failed to answer; the fault is told on stderr, without any key. */
export function faultAnswer(shape: Profile['errors']['body'], fault: Error): Answer {
  console.error(`partner-purchase mock: a fault of its own: ${legible(fault.message)}`)
  const detail = 'The mock failed to answer. This is a fault of the mock, not of the call.'
  const refusal = { status: STATUS, code: 'mock-fault', title: 'The mock has a fault', detail }
  const { contentType, body } = formatRefusal(shape, refusal)
  return { status: STATUS, headers: { 'Content-Type': contentType }, body }
}
