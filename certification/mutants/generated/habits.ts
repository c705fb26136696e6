import { type Decisions, GOOD, type Move } from '../client/decisions.ts'
import type { Facts, Situation } from '../client/facts.ts'
import { oneOf, type Random } from './courses.ts'

const UNKNOWN: readonly Situation[] = ['lost', 'timed-out', 'server-error', 'unreadable']
const BEFORE = ['ping', 'products', 'price', 'balance'] as const

/** Two requests at the same time. A journal can't show which answer the client read. */
const TWICE = ['resend twice', 'look up and resend'] as const

/**
 * A good client with random habits: it chooses at random among the allowed steps.
 *
 * @param isPlain whether the client never asks for what it knows, and never sends two requests at the same time.
 */
export function generatedClient(random: Random, isPlain = false): Decisions {
  const habits = {
    begins: oneOf<Move>(random, ['resend', 'resend', 'look up', ...(isPlain ? [] : TWICE)]),
    recovers: someOf<Move>(random, ['look up', 'resend', ...(isPlain ? [] : TWICE)]),
    seeks: oneOf(random, [0, 0, 3]),
    polls: someOf<Move>(random, ['look up', 'look up', 'look up', 'resend']),
    paces: someOf(random, [1, 1, 1.01, 1.3, 2.5, 0.98]),
    retryMs: someOf(random, [20, 200, 200, 1000]),
    confirms: random() < 0.15 && !isPlain,
    givesUp: random() < 0.1,
    buysAgain: random() < 0.15,
    patience: oneOf(random, [3, 12]),
  }
  const next = (facts: Facts): Move => nextOf(habits, facts)
  const isTogether = random() < 0.3
  const timeoutMs = oneOf(random, [800, 5_000, 5_000, 180_000])
  const readsAll = random() < 0.2
  const spelling = oneOf(random, spellings)
  const isReversed = random() < 0.2
  const looksAround = random() < 0.1
  return {
    ...GOOD,
    next,
    isConcurrent: () => isTogether,
    timeoutMs: () => timeoutMs,
    pauseMs: (facts) => pauseOf(habits, facts),
    reads: (facts) => (readsAll ? BEFORE : GOOD.reads(facts)),
    order: (facts) => ({
      ...GOOD.order(facts),
      partnerReference: spelling(GOOD.order(facts).partnerReference),
    }),
    body: (_, { partnerReference, sku }) =>
      JSON.stringify(isReversed ? { sku, partnerReference } : { partnerReference, sku }),
    besides: ({ now }) =>
      looksAround && now === 'processing' ? [{ method: 'GET', path: '/balance', body: null }] : [],
  }
}

const spellings: readonly [(reference: string) => string, ...((reference: string) => string)[]] = [
  (reference) => reference,
  (reference) => reference.replace('SHOP', 'S'),
  (reference) => `${reference} é/?#%20`,
  (reference) => `${reference}-${'x'.repeat(60)}`,
]

type Habits = {
  readonly begins: Move
  readonly recovers: readonly Move[]
  readonly seeks: number
  readonly polls: readonly Move[]
  readonly paces: readonly number[]
  readonly retryMs: readonly number[]
  readonly confirms: boolean
  readonly givesUp: boolean
  readonly buysAgain: boolean
  readonly patience: number
}

function someOf<Item>(random: Random, items: readonly [Item, ...Item[]]): readonly Item[] {
  return Array.from({ length: oneOf(random, [1, 1, 2, 3]) }, () => oneOf(random, items))
}

function nextOf(habits: Habits, facts: Facts): Move {
  const { now, latest, inARow, sent, polls, renewals } = facts
  const isSettled = latest !== undefined && latest.status !== 'PROCESSING'
  if (now === 'begins') return habits.begins
  if (
    habits.buysAgain &&
    renewals === 0 &&
    (latest?.status === 'FAILED' ||
      (now === 'refused' && facts.by === 'purchase' && sent === 1 && habits.begins !== 'resend twice'))
  )
    return 'buy again'
  if (now === 'refused') return 'stop'
  if (isSettled) return habits.confirms && now === 'settled' && inARow === 1 ? 'look up' : 'stop'
  if (latest !== undefined) return at(habits.polls, polls)
  if (inARow > habits.patience) return 'stop'
  if (now === 'rate-limited') return sent === 0 || facts.by === 'lookup' ? 'look up' : 'resend'
  if (now === 'not-found') {
    // A lookup that was sent together with the purchase says nothing about it.
    if (sent > 0 && habits.givesUp && (inARow > 1 || habits.begins !== 'look up and resend')) return 'stop'
    return sent > 0 && inARow <= habits.seeks ? 'look up' : 'resend'
  }
  return UNKNOWN.includes(now) ? at(habits.recovers, inARow - 1) : 'look up'
}

const LATE_MS = 3

function pauseOf({ paces, retryMs }: Habits, { now, latest, retryAfter, polls, inARow }: Facts): number {
  if (now === 'begins') return 0
  const asked = (latest?.pollAfterSeconds ?? 0.2) * 1000
  if (now === 'processing') return asked * at(paces, polls) + LATE_MS
  return Math.max(asked + LATE_MS, at(retryMs, inARow), (retryAfter ?? 0) * 1000)
}

function at<Item>(list: readonly Item[], index: number): Item {
  // The lists have at least one item.
  return list[index % list.length] as Item
}
