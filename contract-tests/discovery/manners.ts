import { realPace } from '../run/pace.ts'
import type { Manners } from './prober.ts'

/** How a discovery treats a service, unless it is told otherwise. */
export const MANNERS: Manners = { pace: realPace, pauseMs: 200, mostRequests: 60 }

/** Fewer requests than these could not find the lookup of an order, and follow it for a while. */
export const LOOKUPS_NEED = 20
