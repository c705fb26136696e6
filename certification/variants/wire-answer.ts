import { is2xx } from '../../contract/judging/said.ts'
import type { OperationId } from '../../contract/wire/operations.ts'

/** An answer as it is sent, for changes that no profile can express. */
export type WireAnswer = {
  /** The operation; null when it is not one of the reference. */
  readonly operation: OperationId | null
  readonly status: number
  /** In their order and their case, without those of the message's framing. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** Whether it is sent in chunks; otherwise with a Content-Length. */
  readonly isChunked: boolean
}

/** Replaces an answer by another. */
export type AnswerChange = (answer: WireAnswer) => WireAnswer

/** Whether an answer is a success, of one of some operations; of any, where none is named. */
export function isSuccess({ status, operation }: WireAnswer, ...of: readonly OperationId[]): boolean {
  const isMeant = of.length === 0 || (operation !== null && of.includes(operation))
  return is2xx(status) && isMeant
}

/** Changes the document in every success of some operations; of any, where none is named. */
export function changeDocument(
  change: (document: unknown) => unknown,
  ...of: readonly OperationId[]
): AnswerChange {
  return (answer) =>
    isSuccess(answer, ...of) ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) } : answer
}

/** Replaces the header of that name. */
export function withHeader(answer: WireAnswer, name: string, value: string): WireAnswer {
  return { ...answer, headers: [...withoutHeader(answer, name).headers, [name, value]] }
}

/** Removes a header. */
export function withoutHeader(answer: WireAnswer, name: string): WireAnswer {
  const headers = answer.headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase())
  return { ...answer, headers }
}
