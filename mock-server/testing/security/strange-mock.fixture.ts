import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { CATALOGUE } from '../../../fixtures/catalogue.ts'
import type { CatalogueProduct } from '../../../fixtures/product.ts'
import { serve } from '../../serve.ts'
import { openSandbox, overSocket, type Sandbox } from '../behaviour/sandbox.fixture.ts'
import { DOT_SEGMENTS, HALF_STRINGS, STRANGE_STRINGS } from './strange-strings.fixture.ts'

/** Every strange string there is. */
export const EVERY_STRING = [...STRANGE_STRINGS, ...HALF_STRINGS, ...DOT_SEGMENTS]

const QUERY = resolveProfile({ lookup: { method: 'GET', path: '/orders?reference={partnerReference}' } })

const [first] = CATALOGUE as readonly [CatalogueProduct, ...CatalogueProduct[]]
/** A catalogue with a card of 1.00 for each of them. */
const CARDS = [...EVERY_STRING.map((sku) => ({ ...first, sku, price: 100, faceValue: 100 })), ...CATALOGUE]

/** A mock that is served with that catalogue. */
export type StrangeMock = Awaited<ReturnType<typeof serve>>

/** Serves that catalogue, with the lookup in the path. */
export function serveByPath(): Promise<StrangeMock> {
  return serve({ catalogue: CARDS })
}

/** Serves that catalogue, with the lookup in a query. */
export function serveByQuery(): Promise<StrangeMock> {
  return serve({ catalogue: CARDS, profile: QUERY })
}

/** A sandbox of {@link serveByPath}. */
export function sandboxByPath(mock: StrangeMock): Sandbox {
  return openSandbox(overSocket(mock.url))
}

/** A sandbox of {@link serveByQuery}. */
export function sandboxByQuery(mock: StrangeMock): Sandbox {
  return openSandbox(overSocket(mock.url), { profile: QUERY })
}
