import { is2xx } from '../../contract/judging/said.ts'
import type { Fact } from './facts.ts'
import type { Findings } from './findings.ts'
import { describe } from './phrases.ts'

const READS = {
  none: 'reads-without-key',
  invalid: 'reads-with-invalid-key',
  nobody: 'reads-with-unknown-key',
} as const

const PURCHASES = {
  none: 'purchase-without-key',
  invalid: 'purchase-without-key',
  nobody: 'purchase-with-unknown-key',
} as const

/** Whose call it was, in the words of a sentence. */
const CALLS = {
  none: 'a call without a key',
  invalid: 'a call with an invalid key, or an empty one,',
  nobody: 'a call with a TEST key that was given to nobody',
  blocked: 'a call from an address that is not allowed',
} as const

/** What a mock that takes every TEST key can't show. */
export const TAKES_ANY_KEY =
  'This mock takes every TEST key for that of a partner. It shows whether a key is known once its partners are listed: start it with --partners, and a file that says "unknownKeys": "reject".'

/** Calls without a valid key, and with a key whose allowlist leaves the caller out: none of them may be served. */
export function judgeAccess(facts: readonly Fact[], takesAnyKey: boolean, findings: Findings): void {
  for (const fact of facts) {
    const { key } = fact
    if (key === 'own' || (key === 'nobody' && takesAnyKey)) continue
    const isPurchase = fact.operation === 'createOrder'
    const isBlocked = key === 'blocked'
    const clause = isBlocked ? 'ip-allowlist' : 'key-required'
    const check = isBlocked ? (isPurchase ? 'purchase' : 'reads') : (isPurchase ? PURCHASES : READS)[key]
    if (is2xx(fact.status)) {
      const message = `Expected ${CALLS[key]} not to be served; ${describe(fact)}.`
      const row = isBlocked ? 'served-elsewhere' : 'served-without-key'
      findings.contradict(row, [fact], { clause, check, message })
    } else if (fact.status === null || fact.status >= 500)
      findings.missed(clause, check, `${describe(fact)}.`, [fact])
    else {
      findings.saw(clause, check, [fact])
      if (isPurchase && !isBlocked) findings.saw('key-required', 'refused-purchase', [fact])
    }
  }
}
