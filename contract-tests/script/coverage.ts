import { parseJson } from '../../contract/text/parse-json.ts'
import { orderRequest } from '../../contract/wire/bodies.ts'
import { formsIn, type Wearer, wearerOf } from '../history/forms.ts'
import type { Entry } from '../history/history.ts'
import { type Occasion, Wardrobe } from './wardrobe.ts'

/** How many pairs of forms the requests of each kind wore, of all that they could. */
export type Coverage = Readonly<Record<Wearer, { readonly covered: number; readonly all: number }>>

/** What was worn together in a run: read from its history. */
export function coverageOf(entries: Iterable<Entry>): Coverage {
  const wardrobe = new Wardrobe(() => 0)
  const bought = new Set<string>()
  for (const { key, abandonedMs, exchange } of entries) {
    const { operation, request } = exchange
    if (operation === null || key !== 'own') continue
    const wearer = wearerOf(operation)
    const occasion: Occasion = wearer === 'purchase' ? occasionOf(request.body, bought) : wearer
    // One whose client goes away is plain, and what follows it is its identical body.
    if (abandonedMs === null) wardrobe.note(occasion, formsIn(request, wearer))
  }
  return {
    purchase: wardrobe.coverage('purchase'),
    lookup: wardrobe.coverage('lookup'),
    read: wardrobe.coverage('read'),
  }
}

function occasionOf(body: string | null, bought: Set<string>): Occasion {
  const { partnerReference } = orderRequest.safeParse(parseJson(body ?? '')).data ?? {}
  if (partnerReference === undefined || bought.has(partnerReference)) return 'replay'
  bought.add(partnerReference)
  return 'first'
}
