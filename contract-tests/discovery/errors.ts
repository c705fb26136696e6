import { hasErrorShape } from '../../contract/profile/error-shape.ts'
import { isOfTheMoment } from '../../contract/wire/status.ts'
import { isServed } from '../target/exchange.ts'
import type { Probe } from './findings.ts'
import type { Search } from './prober.ts'

/**
 * Finds the statuses and the body of refusals (§7.2). It sends requests that must be refused and can't be purchases:
 * one with an unknown SKU, and a body without a `sku`.
 */
export async function findErrors(search: Search, keyless: Probe): Promise<void> {
  const { ask, findings, newReference } = search
  findings.step('How a request is refused')
  const sku = newReference('no-such-sku')
  const body = JSON.stringify({ partnerReference: newReference('no-sku') })
  const unknownSku = await ask({ operation: 'getPrice', values: { sku }, how: 'with an unknown SKU' })
  const noSku = await ask({ operation: 'createOrder', body, how: 'with a body without a sku' })
  noteRefusal(search, 'errors.unauthenticated', keyless)
  noteRefusal(search, 'errors.invalidBody', noSku)
  findErrorBody(search, [keyless, unknownSku, noSku])
}

export function noteRefusal(
  { findings }: Search,
  key: 'errors.unauthenticated' | 'errors.invalidBody' | 'errors.notFound',
  probe: Probe,
): void {
  const { status, how } = probe
  if (isRefusal(probe)) findings.add(key, status, `This is the answer to a request ${how}.`, [probe])
  else findings.miss(key, `A request ${how} was not refused (${status ?? 'no answer'}).`, [probe])
}

export function isRefusal({ status }: Probe): boolean {
  return status !== null && status >= 400 && !isOfTheMoment(status)
}

const SHAPES = ['problem', 'error-object'] as const

function findErrorBody({ findings }: Search, probes: readonly Probe[]): void {
  const refused = probes.filter((probe) => probe.status !== null && !isServed(probe))
  const shape = SHAPES.find((one) => refused.every(({ json }) => hasErrorShape(one, json)))
  if (refused.length > 0 && shape !== undefined)
    findings.add('errors.body', shape, `All ${refused.length} refusals have this shape.`, refused)
  else
    findings.miss(
      'errors.body',
      'The refusals are not all problems (RFC 9457) with type, title, status and detail, nor all {"error": {"code", "message"}}: a profile knows no other shape.',
      refused,
    )
}
