// biome-ignore-all lint/performance/noBarrelFile: the part's published entry; nothing inside the package imports it
export { contractSuite, type VitestApi } from './suite.ts'
export type { TargetOptions } from './target.ts'
