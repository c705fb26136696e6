import { expect, test } from 'vitest'
import { PLAYED_CELLS } from './broken-servers/cells.fixture.ts'
import { brokenIn, runOn } from './broken-servers/run-on.fixture.ts'

/**
 * Breaches that no run notices: purchases that cost nothing, after a disconnect or without an answer. No partner loses
 * by them.
 */
const NOT_DETECTED = [
  'abandoned yes yes none',
  'abandoned yes nothing none',
  'abandoned nothing yes none',
  'nothing yes nothing none',
]

test.each(PLAYED_CELLS)(
  'first $cell.first, lookup $cell.lookup, resend $cell.resend, charged $cell.charged: $breaks',
  async ({ cell, breaks, services }) => {
    const runs = await Promise.all(services.map((service) => runOn({ service })))
    const found = runs.flatMap(brokenIn)
    expect(found.filter((clause) => !breaks.some((one) => one === clause))).toEqual([])
    const isNoticed = found.length > 0 || runs.some(({ report }) => report.outcome === 'incomplete')
    const isDetected = !NOT_DETECTED.includes(Object.values(cell).join(' '))
    if (breaks.length > 0) expect(isNoticed || !isDetected).toBe(true)
  },
)
