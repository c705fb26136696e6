/** Certification as a package entry: `partner-purchase-kit/certification`. */

export { JournalError } from './journal/journal.ts'
export { type Judgement, type JudgeOptions, judgeJournal as judge } from './judge-journal.ts'
export { type Certification, certify } from './runner/certify.ts'
export type { Stage } from './runner/listening/split-trials.ts'
export type { CertifyOptions, ListenOptions, ProcessClient, ServiceClient } from './runner/options.ts'
export { UnknownScenarioError } from './runner/plan.ts'
export { type Command, CommandError } from './runner/process/program.ts'
export type { CertificationProgress, ListenProgress, TrialProgress } from './runner/progress.ts'
