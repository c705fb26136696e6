import { type FormId, formOf } from '../history/forms.ts'
import { LOOKUP, newCheck, type OrderRun, repeatCheckOf, timeoutCheckOf } from './circumstances.ts'
import type { Fact } from './facts.ts'
import type { Explanation } from './findings.ts'
import { isPlain, type Order } from './orders.ts'
import { describe, quoted } from './phrases.ts'

/** An order that was bought is found by its lookup, the right one, and until the end of the run. */
export function judgeFound(order: Order, run: OrderRun): void {
  const { findings, isEverFound } = run
  const { lookups, sends } = order
  const bought = sends.find(({ isServed }) => isServed)
  const named = order.all.find((fact) => ofWhom(fact, run) !== order.reference)
  if (named !== undefined) judgeNamed(order, named, run)
  if (!isEverFound) {
    if (!run.refusals.isSelling) return
    const [lost] = lookups.filter(({ said }) => said === 'no')
    const message = 'No lookup found an order (see the assumption lookup-operation).'
    for (const check of ['position', 'found'])
      findings.missed('lookup-position', check, message, lost === undefined ? [] : [lost])
    return
  }
  const heard = lookups.filter((lookup) => lookup.said !== 'nothing' || run.deadLookups.has(lookup))
  const found = heard.filter(({ summary }) => summary !== null)
  const lostAgain = heard.find(
    (lookup, index) =>
      isLost(lookup) && found.some((one) => one.seq < lookup.seq) && isStillLost(heard, index, found[0]),
  )
  if (lostAgain !== undefined) {
    const before = found.findLast((one) => one.seq < lostAgain.seq) as Fact
    const message = `The lookup did not find an order that was bought, and that a lookup found before: ${describe(lostAgain)}.`
    findings.contradict(
      'found-no-more',
      [before, lostAgain],
      [{ clause: 'lookup-position', check: 'found', message }, ...lostAfterTimeout(order, lostAgain, run)],
      { gaps: LOOKUP },
    )
    return
  }
  const byBody = bought === undefined ? undefined : lostUntilBody(order, bought, heard)
  if (found.length > 0 && byBody === undefined) {
    findings.saw('lookup-position', 'found', found.slice(-1), LOOKUP)
    return
  }
  const last = byBody ?? heard.at(-1)
  if (bought === undefined || last === undefined || !isLost(last) || !isPlain(order.reference)) return
  if (last.sentMs - bought.answeredMs < UNSTEADY_MS) return
  const until = byBody === undefined ? '' : ' until its body was sent again'
  const message = `The lookup did not find an order that was bought${until}: ${describe(last)}.`
  const lookup: Explanation = { clause: 'lookup-position', check: 'found', message }
  const unmade: Explanation = {
    clause: 'new-reference-new-purchase',
    check: newCheck(order, bought, run),
    message: `A purchase under a new reference was served, and no lookup ${until === '' ? 'ever found it' : `found it${until}`}: ${describe(last)}.`,
  }
  const timeout = lostAfterTimeout(order, last, run)
  // What its own body brings back was not made before; or, where that is written otherwise, it was bought again by it.
  const rewritten: Explanation = { clause: 'same-body-same-purchase', check: 'reordered', message }
  const explanations =
    byBody === undefined
      ? [lookup, ...timeout, unmade]
      : [...timeout, unmade, lookup, ...(isRewritten(bought, run) ? [rewritten] : [])]
  findings.contradict('never-found', [bought, last], explanations, {
    gaps: LOOKUP,
    isTelling: byBody !== undefined,
  })
}

/** The last lookup that found nothing, for long, of an order that lookups find from its next body on. */
function lostUntilBody({ sends }: Order, bought: Fact, heard: readonly Fact[]): Fact | undefined {
  const found = heard.find(({ summary }) => summary !== null)
  const lost = heard.filter((lookup) => isLost(lookup) && lookup.seq < (found?.seq ?? 0))
  const [first, last] = [lost.find(({ seq }) => seq > bought.seq), lost.at(-1)]
  if (found === undefined || first === undefined || last === undefined) return undefined
  const isAgain = sends.some(({ seq, isServed }) => isServed && seq > last.seq && seq < found.seq)
  return isAgain && last.sentMs - first.sentMs >= UNSTEADY_MS ? last : undefined
}

/** That an order whose client went away was lost by that, unless its body is still answered as that purchase. */
function lostAfterTimeout(order: Order, lost: Fact, run: OrderRun): readonly Explanation[] {
  if (!order.isAbandoned || isThere(order, lost, run)) return []
  const message = `After the client went away, the order was not found: ${describe(lost)}.`
  return [{ clause: 'purchase-survives-timeout', check: timeoutCheckOf(order), message }]
}

/** Whether an identical body that was sent after a lookup found nothing says that the order is there, and was paid for. */
function isThere({ sends, lookups, reference }: Order, lost: Fact, { charged }: OrderRun): boolean {
  const again = sends.find((send) => send.isServed && send.sentMs > lost.sentMs)
  if (again === undefined || charged?.has(reference) === true) return false
  // A lookup that finds it from then on shows that the body bought it only now.
  return lookups.every((lookup) => lookup.summary === null || lookup.sentMs < again.sentMs)
}

/** Whether a body is written in a form of JSON in which no purchase was found by the lookup right after it. */
function isRewritten({ forms }: Fact, { orders }: OrderRun): boolean {
  const isEverFound = (form: FormId) =>
    orders.some(
      ({ all: [first, next] }) =>
        first?.forms.includes(form) && next?.operation === 'lookupOrder' && next.summary,
    )
  return forms.some((form) => formOf(form).limit === null && !isEverFound(form))
}

function isLost({ isServed, summary }: Fact): boolean {
  return !isServed && summary === null
}

/** How long after a purchase a lookup may still find it now and not then. Milliseconds. */
const UNSTEADY_MS = 1500

/** A lookup that finds nothing any more counts if the next one finds nothing either, or the order is not new. */
function isStillLost(heard: readonly Fact[], index: number, first: Fact | undefined): boolean {
  const [lookup, next] = [heard[index], heard[index + 1]]
  if (lookup === undefined) return false
  return next === undefined || isLost(next) || lookup.sentMs - (first?.sentMs ?? 0) > UNSTEADY_MS
}

/**
 * That no lookup of a reference that was not bought answers with an order: by its name, or in a
 * state of orders.
 */
export function judgeUnknown(lookups: readonly Fact[], run: OrderRun): void {
  const isOfAnother = ({ named, reference }: Fact) => named !== null && named !== reference
  const isThere = ({ summary }: Fact) => summary !== null && summary.kind !== 'unnamed'
  // One that the service refuses to sell under may be none for it, whatever it is looked up as.
  const refused = new Set(
    run.orders
      .filter(({ sends }) => !sends.some(({ isServed }) => isServed))
      .map(({ reference }) => reference),
  )
  const asked = lookups.filter(({ reference }) => !refused.has(reference ?? ''))
  const wrong = asked.find(isOfAnother) ?? asked.find(isThere)
  if (wrong === undefined) return
  const { named, reference, summary } = wrong
  const whose = isOfAnother(wrong) ? `the order of ${quoted(named)}` : `an order that is ${summary?.status}`
  const message = `The lookup of ${quoted(reference)}, which was not bought, answered with ${whose}.`
  const lookup: Explanation = { clause: 'lookup-position', check: 'found', message }
  const merged = { ...lookup, clause: 'new-reference-new-purchase', check: 'additional' } as const
  // Where it is bought then, or others are, their purchases show whether references are merged.
  const order = run.orders.find((one) => one.reference === reference)
  const evidence = [wrong, ...(order?.sends.slice(0, 1) ?? [])]
  // A balance that shows no purchase, or each one late, does not tell which; a name does.
  const isNamed = order?.sends.some((send) => send.named === reference) === true
  const isTied = order !== undefined && !isNamed && (run.charged === null || run.lagMs > 0)
  run.findings.contradict('another-order', evidence, [lookup, merged], { gaps: LOOKUP, isTied })
}

/** An order is of the card that was bought (§2): an answer that names the order, and another card of the catalogue, is not. */
export function judgeCard({ all, reference, sku }: Order, { findings, skus }: OrderRun): void {
  const isOfOther = ({ named, namedSku }: Fact) =>
    namedSku !== null && namedSku !== sku && skus.has(namedSku) && (named ?? reference) === reference
  const ofOther = all.filter(isOfOther)
  // Where its purchase says so, too, the lookup is right.
  const wrong = ofOther.find(({ operation }) => operation === 'createOrder') ?? ofOther[0]
  if (wrong === undefined) return
  const isLookup = wrong.operation === 'lookupOrder'
  const message = `Expected the order ${quoted(reference)} to be one of the card ${quoted(sku)}; ${describe(wrong)} with ${quoted(wrong.namedSku)}.`
  findings.contradict(
    'another-order',
    [wrong],
    isLookup
      ? { clause: 'lookup-position', check: 'found', message }
      : { clause: 'order-two-fields', check: 'served', message },
    { gaps: isLookup ? LOOKUP : [] },
  )
}

/** The reference of the order that an answer names: of the one that was asked for, where it names none. */
function ofWhom({ named, reference }: Fact, { references }: OrderRun): string | null | undefined {
  return named === null ? reference : references.get(named)
}

function judgeNamed(order: Order, fact: Fact, run: OrderRun): void {
  const isLookup = fact.operation === 'lookupOrder'
  const isOurs = run.references.has(fact.named ?? '')
  const lookup: Explanation = {
    clause: 'lookup-position',
    check: 'found',
    message: `The lookup of ${quoted(order.reference)} answered with the order of another partnerReference: ${quoted(fact.named)}.`,
  }
  const merged: Explanation = {
    clause: 'new-reference-new-purchase',
    check: newCheck(order, fact, run),
    message: `${describe(fact)} for ${quoted(order.reference)}, a new reference, with the order of ${quoted(fact.named)}.`,
  }
  const again: Explanation = {
    clause: 'same-body-same-purchase',
    check: repeatCheckOf(order, fact),
    message: `${describe(fact)} for ${quoted(order.reference)}, sent again, with the order of ${quoted(fact.named)}.`,
  }
  const isAgain = fact !== order.sends[0]
  // Where an answer before was of its own order, that order is there.
  const wasOwn = order.sends.some(
    (send) => send.named !== null && send.seq < fact.seq && ofWhom(send, run) === order.reference,
  )
  const ofBody = [...(isOurs && !wasOwn ? [merged] : []), ...(isAgain ? [again] : [])]
  const explanations = isLookup ? [lookup, ...(isOurs ? [merged] : [])] : ofBody
  if (explanations.length > 0)
    run.findings.contradict('another-order', [...new Set([...order.sends.slice(0, 1), fact])], explanations, {
      gaps: isLookup ? LOOKUP : [],
    })
}
