import { OPERATIONS } from './operations.ts'
import { ratioOf, samplesOf } from './summary.ts'
import { SHARE_OF_TARGET_CHECKED } from './targets.ts'
import type { Throughput } from './throughput.ts'

/** What the ratios to the bare server are, a line each, and a sentence for each that is below its bound. */
export function missedBounds(servers: Throughput): { readonly lines: string[]; readonly missed: string[] } {
  const lines: string[] = []
  const missed: string[] = []
  for (const { name, title, target } of OPERATIONS) {
    if (target === null) continue
    const bound = target * SHARE_OF_TARGET_CHECKED
    const ratio = ratioOf(samplesOf(servers, 'mock', name), samplesOf(servers, 'bare', name))
    lines.push(`${title.padEnd(22)}${ratio.toFixed(2)} of the bare server, bound ${bound.toFixed(2)}`)
    // NaN is below every bound: what was not measured was not kept.
    if (ratio >= bound) continue
    missed.push(
      `${title}: the mock is to answer at least ${bound.toFixed(2)} of what the bare server answers for the same processor time; found ${ratio.toFixed(2)}. Measure again with npm run bench -- --only throughput --without-competitors, and look at what was changed since.`,
    )
  }
  return { lines, missed }
}
