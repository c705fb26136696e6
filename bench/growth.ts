import { fileURLToPath } from 'node:url'
import { ask, startChild, stopChild } from './child.ts'
import type { GrowthRequest } from './growth/main.ts'
import type { GrowthAt } from './growth/measure.ts'
import { STORES } from './growth/stores.ts'

/** What every store's operations cost as it grows. */
export type Growth = readonly { readonly store: string; readonly sizes: readonly GrowthAt[] }[]

const MAIN = fileURLToPath(new URL('growth/main.ts', import.meta.url))

/** Measures every store, each in a process of its own. */
export async function measureStores(sizes: readonly number[], say: (line: string) => void): Promise<Growth> {
  const growth: Growth[number][] = []
  for (const { name: store } of STORES) {
    say(`growth: the ${store} store up to ${sizes.at(-1)} orders`)
    const child = startChild('server', ['--expose-gc', MAIN])
    const request: GrowthRequest = { store, sizes }
    growth.push({ store, sizes: await ask<GrowthAt[]>(child, request) })
    await stopChild(child)
  }
  return growth
}
