/**
 * What most programs use, as the root of the package: `partner-purchase-kit`. Each part has more of its own, such as
 * `partner-purchase-kit/client`.
 */

export { CommandError } from '../certification/client-process.ts'
export { JournalError } from '../certification/journal.ts'
export { type Judgement, type JudgeOptions, judgeJournal as judge } from '../certification/judge.ts'
export type { CertificationProgress, CertifyOptions } from '../certification/options.ts'
export { UnknownScenarioError } from '../certification/plan.ts'
export { type Certification, certify } from '../certification/run.ts'
export { serve } from '../mock-server/serve.ts'
export { createClient } from '../reference-client/client.ts'
export { openPartner } from '../testing/partner.ts'
