import type { Remark } from '../../contract/report/report.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { isPollAfter, isProcessing, summaryIn } from '../analysis/read-answer.ts'
import type { CheckResult } from '../result.ts'
import { SHORTEST_PAUSE_MS } from '../steps/followed-order.ts'

/** What is worth a remark although no clause decides it: it counts for no verdict. */
export function remarksOn(results: readonly CheckResult[]): Remark[] {
  const shortest = Math.min(...results.flatMap(({ evidence }) => evidence.flatMap(askedSeconds)))
  if (shortest * 1000 >= SHORTEST_PAUSE_MS) return []
  const message = `A PROCESSING summary asked to be polled again after ${shortest} s. The run asked for no order more often than every ${SHORTEST_PAUSE_MS} ms, so it polled later than it was asked to; a client that obeys polls as fast as it can.`
  return [{ id: 'polls-bounded', message, scenario: null }]
}

/** The wait that an answer asks for; none if it asks for no poll. */
function askedSeconds(exchange: Exchange): number[] {
  const { response } = exchange
  if (response === null) return []
  const answer = { exchange, status: response.status, json: parseJson(response.body), failure: null }
  const summary = summaryIn(answer)
  const asked = summary?.pollAfterSeconds
  return isProcessing(summary) && isPollAfter(asked) ? [asked] : []
}
