import { isTestKey, keyInAuthHeader } from '../../contract/auth.ts'
import type { NearMiss } from '../../contract/exchange.ts'
import type { MockContext } from '../env.ts'
import { targetOf } from '../recorded-request.ts'
import type { CauseCode } from '../refusals.ts'
import type { Asked } from './asked.ts'
import { nearMissOf } from './near-miss.ts'

/** Looks for what a refused request resembles, and writes it into the journal. */
export function noteNearMiss(c: MockContext, cause: CauseCode): NearMiss | undefined {
  const { profile, operations, shelfOf } = c.get('mock')
  // None where the call was not let in.
  const partner: Partner | undefined = c.get('partner')
  const skuLike = (sku: string) => (partner === undefined ? undefined : shelfOf(partner).skuLike(sku))
  const found = nearMissOf(askedOf(c), cause, { profile, operations, skuLike })
  if (found === null) return undefined
  const nearMiss = { ...found, differs: found.differs.map(c.get('clean')) }
  c.get('recording').nearMiss(nearMiss)
  return nearMiss
}

type Partner = ReturnType<MockContext['var']['mock']['directory']['find']>

function askedOf(c: MockContext): Asked {
  const clean = c.get('clean')
  const body = c.get('body')
  const { auth } = c.get('mock').profile
  const key = keyInAuthHeader(auth, c.req.header(auth.header) ?? '')
  const target = clean(targetOf(c.req.raw.url))
  const mark = target.indexOf('?')
  const headers = [...c.req.raw.headers].map(([name, value]) => [clean(name), clean(value)])
  return {
    method: c.req.method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: Object.fromEntries(headers),
    hasKey: key !== undefined && isTestKey(key),
    body: body.kind === 'text' ? clean(body.text) : null,
  }
}
