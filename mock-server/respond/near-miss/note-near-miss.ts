import { isTestKey, keyInAuthHeader } from '../../../contract/wire/auth.ts'
import type { NearMiss } from '../../../contract/wire/exchange.ts'
import type { Call } from '../../call/call.ts'
import { cleanedHeaders } from '../../journal/redact-request.ts'
import type { CauseCode } from '../../prepared/problem-types.ts'
import type { Asked } from './asked.ts'
import { nearMissOf } from './near-miss.ts'

/** Looks for what a refused request resembles, and writes it into the journal. */
export function noteNearMiss(call: Call, cause: CauseCode): NearMiss | undefined {
  const { profile, operations, shelfOf } = call.mock
  const { partner } = call
  const skuLike = (sku: string) => (partner === undefined ? undefined : shelfOf(partner).skuLike(sku))
  const found = nearMissOf(askedOf(call), cause, { profile, operations, skuLike })
  if (found === null) return undefined
  const nearMiss = { ...found, differs: found.differs.map(call.clean) }
  call.recording.nearMiss(nearMiss)
  return nearMiss
}

function askedOf({ mock, inbound, body, clean }: Call): Asked {
  const { auth } = mock.profile
  const key = keyInAuthHeader(auth, inbound.header(auth.header) ?? '')
  const target = clean(inbound.target)
  const mark = target.indexOf('?')
  return {
    method: inbound.method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: cleanedHeaders(inbound.rawHeaders, clean),
    hasKey: key !== undefined && isTestKey(key),
    body: body.kind === 'text' ? clean(body.text) : null,
  }
}
