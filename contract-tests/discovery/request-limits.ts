import { realPace } from '../run/pace.ts'
import type { RequestLimits } from './prober.ts'

/** The limits of a discovery by default. */
export const REQUEST_LIMITS: RequestLimits = { pace: realPace, pauseMs: 200, mostRequests: 60 }

/** The number of requests that may be needed to find the lookup of an order and follow it for a while. */
export const LOOKUPS_NEED = 20
