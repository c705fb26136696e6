import { is2xx } from '../../contract/judging/said.ts'
import type { Fact } from './facts.ts'
import type { Findings } from './findings.ts'
import { describe } from './phrases.ts'

/** The checks of a read and of a purchase with another key than the run's own, and whose call it was, in words. */
const OTHERS = {
  none: ['reads-without-key', 'purchase-without-key', 'a call without a key'],
  invalid: ['reads-with-invalid-key', 'purchase-without-key', 'a call with an invalid key, or an empty one,'],
  nobody: [
    'reads-with-unknown-key',
    'purchase-with-unknown-key',
    'a call with a TEST key that was given to nobody',
  ],
  blocked: ['reads', 'purchase', 'a call from an address that is not allowed'],
} as const

export const TAKES_ANY_KEY =
  'This mock takes every TEST key for that of a partner. It shows whether a key is known once its partners are listed: start it with --partners, and a file that says "unknownKeys": "reject".'

/** Calls without a valid key, and with a key whose allowlist leaves the caller out: none of them may be served. */
export function judgeAccess(facts: readonly Fact[], takesAnyKey: boolean, findings: Findings): void {
  const cutOff = { blocked: isCutOff(facts, true), others: isCutOff(facts, false) }
  for (const fact of facts) {
    const { key } = fact
    if (key === 'own' || (key === 'nobody' && takesAnyKey)) continue
    const isPurchase = fact.operation === 'createOrder'
    const isBlocked = key === 'blocked'
    const clause = isBlocked ? 'ip-allowlist' : 'key-required'
    const [read, purchase, words] = OTHERS[key]
    const check = isPurchase ? purchase : read
    if (isServedAsPartner(fact, facts)) {
      const message = `Expected ${words} not to be served; ${describe(fact)}.`
      const row = isBlocked ? 'served-elsewhere' : 'served-without-key'
      findings.contradict(row, [fact], { clause, check, message })
    } else if (isWithoutAnswer(fact) && !(isBlocked ? cutOff.blocked : cutOff.others))
      findings.missed(clause, check, `${describe(fact)}.`, [fact])
    else {
      findings.saw(clause, check, [fact])
      if (isPurchase && !isBlocked) findings.saw('key-required', 'refused-purchase', [fact])
    }
  }
}

/** Whether a success serves a call as a normal one (§5.3): with data, unless the run's own key gets none either. */
function isServedAsPartner(fact: Fact, facts: readonly Fact[]): boolean {
  if (!is2xx(fact.status)) return false
  const isOwn = ({ key, operation }: Fact) => key === 'own' && operation === fact.operation
  return isNormal(fact) || !facts.some((one) => isOwn(one) && isNormal(one))
}

/** A ping says besides that all is well (§2). */
function isNormal({ hasData, ping }: Fact): boolean {
  return hasData && (ping === null || ping.status.found === 'ok')
}

/** So many calls must come to nothing, and most of them: by weather alone that does not happen. */
const CUT_OFF_AFTER = 6

/** Whether callers who may not be served get no answer, or that of a service which fails, while others are served. */
function isCutOff(facts: readonly Fact[], isBlocked: boolean): boolean {
  const turnedAway = facts.filter(({ key }) => key !== 'own' && (key === 'blocked') === isBlocked)
  const cut = turnedAway.filter(isWithoutAnswer)
  const lastSeq = cut.at(-1)?.seq ?? 0
  return (
    cut.length >= CUT_OFF_AFTER &&
    2 * cut.length > turnedAway.length &&
    facts.some(({ key, seq, isServed }) => key === 'own' && isServed && seq > lastSeq)
  )
}

function isWithoutAnswer({ status }: Fact): boolean {
  return status === null || status >= 500
}
