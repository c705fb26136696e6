import { generateLoad } from './generate.ts'
import type { LoadPlan } from './plan.ts'

/** The process that the load comes from: it takes one plan after another, and goes when whoever sends them goes. */
process.on('message', async (plan: LoadPlan) => process.send?.(await generateLoad(plan)))
process.on('disconnect', () => process.exit())
