import { markWords } from '../target/exchange.ts'
import type { Pace } from '../target/pace.ts'
import { REFERENCE_PREFIX } from '../target/target.ts'
import { authWays, describeWay, findAccess } from './access.ts'
import { findErrors } from './errors.ts'
import { type DiscoveryEvent, type Finding, Findings } from './findings.ts'
import { lookupWays } from './lookup.ts'
import { findOffer, findTestMode, type Offer } from './positions.ts'
import { type DiscoveryAim, Halted, MOST_REQUESTS, openProber, PAUSE_MS, type Search } from './prober.ts'
import { buyOne, chooseCard } from './purchase.ts'
import { followOrder } from './states.ts'

export type Discovery = Pick<Findings, 'profile' | 'purchase' | 'requests'> & {
  readonly findings: readonly Finding[]
  /** Why no profile was found; null if one was. */
  readonly failure: Halted | null
}

/** What a discovery will do, in words. */
export function planInWords({ start, allowPurchase }: DiscoveryAim): readonly string[] {
  return [
    `It sends at most ${MOST_REQUESTS} requests, one at a time, ${PAUSE_MS} ms apart, and follows no redirect.`,
    `It tries the key as ${authWays(start.auth).map(describeWay).join(' · ')}`,
    ...(allowPurchase
      ? [
          'Once ping has said TEST, it buys one card, and looks for the order at',
          ...lookupWays(start.lookup).map(({ method, path }) => `  ${method} ${path}`),
        ]
      : ['It buys nothing. With --allow-purchase it buys one card, to find the lookup and a settled state.']),
  ]
}

/**
 * Finds the answers to gaps that a service shows without harm: it reads, and sends requests that must be refused. It
 * buys one card only if that is allowed, and only after ping said that this is the TEST environment.
 */
export async function discover(
  aim: DiscoveryAim,
  onEvent: (event: DiscoveryEvent) => void,
  pace: Pace,
  mostRequests = MOST_REQUESTS,
): Promise<Discovery> {
  const { start, runId, referencePrefix = REFERENCE_PREFIX } = aim
  const findings = new Findings(start, aim.apiKey, onEvent)
  const probe = openProber(aim, pace, findings, mostRequests)
  const newReference = (label: string) => `${referencePrefix}:${runId}-${label}`
  let failure: Halted | null = null
  let isTest = false
  try {
    const { auth, keyless, keyed } = await findAccess(probe, findings, aim)
    const ask: Search['ask'] = (request) => probe({ ...request, auth })
    const search: Search = { ask, findings, start, pace, newReference }

    findings.step('What ping says')
    findTestMode(search, keyed.operation === 'ping' ? keyed : await ask({ operation: 'ping' }))
    isTest = true

    const offer = await findOffer(search, aim.sku)
    await findErrors(search, keyless)
    if (aim.allowPurchase) await findByPurchase(search, offer, aim.sku)
  } catch (cause) {
    if (!(cause instanceof Halted)) throw cause
    if (isTest) findings.note(`${cause.message} What was not found by now stays as it was.`)
    else failure = cause
  }
  const { all, profile, purchase, requests, marked } = findings
  if (marked > 0) findings.note(markWords(marked))
  if (purchase?.outcome === 'unknown')
    findings.note(
      `The card may have been bought. Ask the operator, by the reference ${purchase.partnerReference}.`,
    )
  return { failure, findings: all, profile, purchase, requests }
}

async function findByPurchase(search: Search, offer: Offer, asked: string | undefined): Promise<void> {
  const { findings, newReference } = search
  const card = chooseCard(offer, asked)
  if (typeof card === 'string') return findings.note(`Nothing was bought: ${card}`)
  const order = { partnerReference: newReference('discover'), sku: card.sku }
  const bought = await buyOne(search, order, card.price)
  if (bought !== undefined) await followOrder(search, order, bought)
}
