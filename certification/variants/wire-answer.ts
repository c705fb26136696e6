import type { OperationId } from '../../contract/wire/operations.ts'

/** An answer as it goes out: what no profile says of it can be changed here. */
export type WireAnswer = {
  /** What was asked for; null where it is no operation of the reference. */
  readonly operation: OperationId | null
  readonly status: number
  /** In their order and their case, without those of the message's framing. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** Whether it is sent in chunks; else its length is told. */
  readonly isChunked: boolean
}

/** Another answer in the place of one. */
export type AnswerChange = (answer: WireAnswer) => WireAnswer

/** Whether an answer is a success, of one of some operations; of any, where none is named. */
export function isSuccess({ status, operation }: WireAnswer, ...of: readonly OperationId[]): boolean {
  const isMeant = of.length === 0 || (operation !== null && of.includes(operation))
  return status >= 200 && status < 300 && isMeant
}

/** Changes the document in every success of some operations; of any, where none is named. */
export function changeDocument(
  change: (document: unknown) => unknown,
  ...of: readonly OperationId[]
): AnswerChange {
  return (answer) =>
    isSuccess(answer, ...of) ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) } : answer
}

/** Puts a header in the place of one of that name. */
export function withHeader(answer: WireAnswer, name: string, value: string): WireAnswer {
  return { ...answer, headers: [...withoutHeader(answer, name).headers, [name, value]] }
}

/** Takes a header away. */
export function withoutHeader(answer: WireAnswer, name: string): WireAnswer {
  const headers = answer.headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase())
  return { ...answer, headers }
}
