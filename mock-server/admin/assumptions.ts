import type { MockContext } from '../http/env.ts'
import { assumptionsReport } from '../prepared/assumptions-header.ts'

/** `GET /__mock/assumptions`: everything that the mock assumes, and where each answer comes from. */
export function readAssumptions(c: MockContext): Response {
  return c.json({ assumptions: assumptionsReport(c.get('mock').profile) })
}
