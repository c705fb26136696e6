import type { Exchange } from '../../contract/wire/exchange.ts'

/** What came back for a request, parsed once. */
export type Answer = {
  /** Its record for the report: redacted, and shortened where it is long. */
  readonly exchange: Exchange
  /** Null when no answer arrived: `failure` says why. */
  readonly status: number | null
  /** The body, parsed; undefined when it is not JSON. */
  readonly json: unknown
  /** Why no answer arrived, in a few words. */
  readonly failure: string | null
}

/** Whether a request was served: any 2xx, since the reference documents no status. */
export function isServed(answer: Answer): boolean {
  return answer.status !== null && answer.status >= 200 && answer.status < 300
}

/** The exchanges of some answers. */
export function exchangesOf(answers: readonly Answer[]): Exchange[] {
  return answers.map((answer) => answer.exchange)
}
