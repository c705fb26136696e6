import type { Remark } from '../../contract/report/report.ts'
import { isPollAfter } from '../../contract/wire/processing.ts'
import type { HistoryHead } from '../history/history.ts'
import type { Judged } from '../judge/judge-again.ts'
import { SHORTEST_PAUSE_MS } from '../script/following.ts'
import { weatherWords } from '../words/weather.ts'

/** What is worth a remark although no clause decides it: it counts for no verdict. */
export function remarksOn(judged: Judged, { client, profile }: HistoryHead): Remark[] {
  const weather = weatherWords(judged, profile.money)
  return [
    ...(weather === undefined ? [] : [{ id: 'weather', message: weather, scenario: null }]),
    ...pollsBounded(judged),
    ...(client === null
      ? []
      : [
          {
            id: 'reference-client',
            message: `The reference client, which buys as a partner would, did not get its card: it failed at its ${client.step}. ${client.message}`,
            scenario: null,
          },
        ]),
  ]
}

function pollsBounded({ facts }: Judged): Remark[] {
  const shortest = facts.reduce(
    (least, { summary }) =>
      summary?.kind === 'processing' && isPollAfter(summary.pollAfterSeconds)
        ? Math.min(least, summary.pollAfterSeconds)
        : least,
    Number.POSITIVE_INFINITY,
  )
  if (shortest * 1000 >= SHORTEST_PAUSE_MS) return []
  const message = `A PROCESSING summary asked to be polled again after ${shortest} s. The run asked for no order more often than every ${SHORTEST_PAUSE_MS} ms, so it polled later than it was asked to; a client that obeys polls as fast as it can.`
  return [{ id: 'polls-bounded', message, scenario: null }]
}
