import type { GrowthOperation } from '../growth/costs.ts'
import type { Growth } from '../growth.ts'
import { TARGETS } from '../targets.ts'
import { count, figure, NONE, table, verdict } from './table.ts'

const GROWTH_OPERATIONS: readonly GrowthOperation[] = ['purchase', 'replay', 'lookup', 'balance']

/** What operations cost as a store grows. */
export function growthSection(growth: Growth): string {
  return `## Growth

What an operation costs with so many orders there, in one process and without a socket: the whole call (\`app.fetch\`), and
the store's part of it alone. References are visited in no order, so that a larger store is paid for in cache misses. The
journal is at its bound from the first size on. PostgreSQL waits for its disk at every commit, as its defaults are; what many
purchases leave it to do by and by (vacuum, a checkpoint) is done before anything is timed.

${growth.map(storeTable).join('\n\n')}

Target: a whole call costs at most ${figure(TARGETS.growth, 1)} times as much at the last size as at the first.`
}

function storeTable({ store, sizes }: Growth[number]): string {
  const rowsOf = (layer: 'mock' | 'store', title: string) =>
    GROWTH_OPERATIONS.map((operation) => {
      const costs = sizes.map((size) => size[layer][operation])
      const times = (costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN)
      const aim = layer === 'mock' ? verdict(times <= TARGETS.growth) : NONE
      return [`${operation}, ${title}`, ...costs.map((cost) => figure(cost)), `${figure(times)} ×`, aim]
    })
  const heads = [`µs, store: ${store}`, ...sizes.map(({ orders }) => count(orders)), 'last to first', '']
  return table(heads, [...rowsOf('mock', 'whole call'), ...rowsOf('store', 'store alone')])
}
