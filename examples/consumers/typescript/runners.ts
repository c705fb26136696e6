import * as node from 'node:test'
import * as jest from '@jest/globals'
import { contractSuite, type TestApi } from 'partner-purchase-kit/contract-tests'

/** The runners whose types are those that the contract suite takes; Vitest's are in ../vitest. */
export function declareSuite(baseUrl: string): void {
  const { describe, test } = node
  const runners: readonly TestApi[] = [jest, node, { describe, test }]
  for (const runner of runners) contractSuite({ baseUrl, apiKey: 'pk_test_suite' }, runner)
  // @ts-expect-error: a runner has `test`.
  contractSuite({ baseUrl, apiKey: 'pk_test_suite' }, { describe })
}
