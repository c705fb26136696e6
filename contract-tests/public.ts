/** The contract suite as a package entry: `partner-purchase-kit/contract-tests`. */

export type { TargetOptions } from './target/target.ts'
export { contractSuite, type TestApi } from './test-runner.ts'
