import { measureGrowth } from './measure.ts'
import { STORES } from './stores.ts'

/** What the process of one store is told; the URL of a server comes this way, as arguments can be read by anybody. */
export type GrowthRequest = {
  readonly store: string
  readonly sizes: readonly number[]
  readonly server: string | null
}

process.once('message', async ({ store, sizes, server }: GrowthRequest) => {
  const found = STORES.find(({ name }) => name === store)
  if (found === undefined) throw new Error(`There is no store ${store} in bench/growth/stores.ts.`)
  process.send?.(await measureGrowth(found, { sizes, server }), () => process.exit())
})
