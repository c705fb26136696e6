import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { CATALOGUE } from '../../../fixtures/catalogue.ts'
import type { CatalogueProduct } from '../../../fixtures/product.ts'
import { serve } from '../../serve.ts'
import { openSandbox, overSocket } from '../behaviour/sandbox.fixture.ts'
import { DOT_SEGMENTS, HALF_STRINGS, STRANGE_STRINGS } from './strange-strings.fixture.ts'

/** Every strange string there is. */
export const EVERY_STRING = [...STRANGE_STRINGS, ...HALF_STRINGS, ...DOT_SEGMENTS]

/** The lookup is in a query. */
export const BY_QUERY = resolveProfile({
  lookup: { method: 'GET', path: '/orders?reference={partnerReference}' },
})

const [first] = CATALOGUE as readonly [CatalogueProduct, ...CatalogueProduct[]]
/** A catalogue with a card of 1.00 for each of them. */
const CARDS = [...EVERY_STRING.map((sku) => ({ ...first, sku, price: 100, faceValue: 100 })), ...CATALOGUE]

/** A mock that is served with that catalogue, and new sandboxes of it. */
export type StrangeMock = Awaited<ReturnType<typeof serveStrange>>

/** Serves that catalogue, with the lookup in the path or in a query. */
export async function serveStrange(profile = DEFAULT_PROFILE) {
  const mock = await serve({ catalogue: CARDS, profile })
  return { ...mock, open: () => openSandbox(overSocket(mock.url), { profile }) }
}
