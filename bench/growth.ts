import { fileURLToPath } from 'node:url'
import { ask, startChild, stopChild } from './child.ts'
import type { GrowthRequest } from './growth/main.ts'
import type { GrowthAt } from './growth/measure.ts'
import { type MeasuredStore, STORES } from './growth/stores.ts'
import { databaseServer } from './postgres/database-server.ts'

/** What every store's operations cost as it grows. */
export type Growth = readonly { readonly store: string; readonly sizes: readonly GrowthAt[] }[]

const MAIN = fileURLToPath(new URL('growth/main.ts', import.meta.url))

/** Measures every store, each in a process of its own, and beside a database where it is kept in one. */
export async function measureStores(sizes: readonly number[], say: (line: string) => void): Promise<Growth> {
  const growth: Growth[number][] = []
  for (const store of STORES) {
    say(`growth: the ${store.name} store up to ${sizes.at(-1)} orders`)
    growth.push({ store: store.name, sizes: await measureStore(store, sizes) })
  }
  return growth
}

async function measureStore(
  { name, needsServer }: MeasuredStore,
  sizes: readonly number[],
): Promise<GrowthAt[]> {
  const server = needsServer ? await databaseServer() : undefined
  const child = startChild('server', ['--expose-gc', MAIN])
  try {
    const request: GrowthRequest = { store: name, sizes, server: server?.url ?? null }
    return await ask<GrowthAt[]>(child, request)
  } finally {
    await stopChild(child)
    await server?.close()
  }
}
