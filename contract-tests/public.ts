/** The contract suite as a package entry: `partner-purchase-kit/contract-tests`. */
export { contractSuite, type VitestApi } from './suite.ts'
export type { TargetOptions } from './target.ts'
