/**
 * What most programs use, as the root of the package: `partner-purchase-kit`. Each part has more of its own, such as
 * `partner-purchase-kit/client`.
 */
export { JournalError } from '../certification/journal/journal.ts'
export { type Judgement, type JudgeOptions, judgeJournal as judge } from '../certification/judge-journal.ts'
export { type Certification, certify } from '../certification/runner/certify.ts'
export type { CertifyOptions } from '../certification/runner/options.ts'
export { UnknownScenarioError } from '../certification/runner/plan.ts'
export { CommandError } from '../certification/runner/process/program.ts'
export type { CertificationProgress } from '../certification/runner/progress.ts'
export { serve } from '../mock-server/serve.ts'
export { createClient } from '../reference-client/client.ts'
export { openPartner } from '../testing/partner.ts'
