import type { JsonPointer } from '../../../contract/wire/json-pointer.ts'
import { type Answer, describeAnswer, isServed } from '../../run/answer.ts'
import { findPing, isTestMode, type PingPlaces } from '../findings/find-ping.ts'
import { type KeyedSearch, sightingIn } from '../search.ts'

/** What ping said of the environment. */
export type PingReading = { readonly isTest: boolean; readonly message: string }

/**
 * Finds the positions of ping's status and mode (gap `ping-position`), and whether the mode is TEST (§2, §5.2).
 *
 * @param known the answer to an earlier ping, if there is one.
 */
export async function readPing(search: KeyedSearch, known?: Answer): Promise<PingReading> {
  const { prober, findings, auth, aim } = search
  findings.step('What ping says')
  const answer = known ?? (await prober.ask({ operation: 'ping', auth }))
  const places = findPing(answer.json, aim.start.ping)
  notePlaces(search, answer, places)
  if (isServed(answer) && isTestMode(places)) return { isTest: true, message: '' }
  return {
    isTest: false,
    message: `${whyNot(answer, places)} Nothing else was sent, and nothing was bought.`,
  }
}

function notePlaces(search: KeyedSearch, answer: Answer, places: PingPlaces): void {
  const { status, mode, otherStatuses } = places
  const shown = [status, mode].filter((pointer): pointer is JsonPointer => pointer !== undefined)
  const seen = [sightingIn(search, answer, shown)]
  if (status === undefined || mode === undefined) {
    const missing = [status === undefined ? 'status "ok"' : [], mode === undefined ? 'mode' : []].flat()
    const reason = `${describeAnswer(answer)}; no member ${missing.join(' and no member ')} was found below data.`
    search.findings.missed({ key: 'ping', reason, seen })
    return
  }
  const isCertain = otherStatuses.length === 0
  search.findings.found({
    key: 'ping',
    value: { status, mode },
    provenance: isCertain ? 'observed' : 'assumed',
    reason: isCertain
      ? `A status "ok" stands at ${status}, and a mode at ${mode}.`
      : `A status "ok" stands at ${status}, but also at ${otherStatuses.join(' and ')}.`,
    seen,
  })
}

function whyNot(answer: Answer, { modes }: PingPlaces): string {
  if (!isServed(answer)) return `${describeAnswer(answer)}, though the key is accepted elsewhere.`
  if (modes.length === 0) {
    return 'Ping shows no mode below data, so that nothing says that this is the TEST environment. Where it stands under another name, give ping.mode in a file for --profile.'
  }
  const found = modes.map((mode) => JSON.stringify(mode)).join(' and ')
  return `Ping's mode is ${found}, not "TEST" alone: this is no TEST environment. Use the TEST key that the operator gave you.`
}
