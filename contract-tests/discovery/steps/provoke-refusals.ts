import { isServed } from '../../run/answer.ts'
import type { FindingsStore, RefusalKind } from '../findings-store.ts'
import type { Ask } from '../prober.ts'
import { type KeyedSearch, newReference } from '../search.ts'

/**
 * Sends requests that must be refused, and can't be a purchase: a SKU that does not exist, and bodies without a `sku`.
 * Only if ping says TEST.
 */
export async function provokeRefusals(search: KeyedSearch): Promise<void> {
  const { prober, findings, auth, aim } = search
  findings.step('How bad requests are refused')
  const partnerReference = newReference(search, 'unusable')
  const bad: readonly (readonly [RefusalKind, Ask & { readonly how: string }])[] = [
    [
      'notFound',
      { operation: 'getPrice', values: { sku: `NO-SUCH-SKU-${aim.runId}` }, auth, how: 'an unknown SKU' },
    ],
    [
      'invalidBody',
      {
        operation: 'createOrder',
        body: JSON.stringify({ partnerReference }),
        auth,
        how: 'a body without a sku',
      },
    ],
    [
      'invalidBody',
      { operation: 'createOrder', body: '{"partnerReference"', auth, how: 'a body that is not JSON' },
    ],
  ]
  for (const [kind, ask] of bad) await provoke(kind, ask)

  async function provoke(kind: RefusalKind, ask: Ask & { readonly how: string }): Promise<void> {
    const answer = await prober.ask(ask)
    findings.refusals[kind].push({ answer, how: ask.how })
    if (isServed(answer)) noteServed(findings, ask.how)
  }
}

function noteServed(findings: FindingsStore, how: string): void {
  findings.note(`That was served (any 2xx), though it was ${how}: tell the operator.`)
}
