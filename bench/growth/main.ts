import { measureGrowth } from './measure.ts'
import { STORES } from './stores.ts'

/** What the process of one store is told. */
export type GrowthRequest = { readonly store: string; readonly sizes: readonly number[] }

process.once('message', async ({ store, sizes }: GrowthRequest) => {
  const found = STORES.find(({ name }) => name === store)
  if (found === undefined) throw new Error(`There is no store ${store} in bench/growth/stores.ts.`)
  process.send?.(await measureGrowth(found, sizes), () => process.exit())
})
